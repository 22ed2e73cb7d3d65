"use strict";
/* Searching, folding and copying; the page is read without it. */
const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));
let index = null;
function indexed() {
	if (index === null)
		index = all(".part").map(part => ({ part: part, wasOpen: part.open, rows: all("tbody tr", part).map(row => ({ row: row, text: row.textContent.toLowerCase() })) }));
	return index;
}
function find(words) {
	let found = 0;
	for (const entry of indexed()) {
		let here = 0;
		for (const line of entry.rows) {
			const fits = words.every(word => line.text.includes(word));
			line.row.classList.toggle("gone", !fits);
			if (fits)
				here += 1;
		}
		found += here;
		entry.part.classList.toggle("gone", here === 0);
		entry.part.open = words.length === 0 ? entry.wasOpen : here > 0;
	}
	return found;
}
const search = document.getElementById("search");
if (search) {
	let timer = 0;
	search.addEventListener("input", () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			const words = search.value.toLowerCase().split(" ").filter(word => word !== "");
			const found = find(words);
			document.getElementById("found").textContent = found === 1 ? "1 kernel" : found + " kernels";
		}, 60);
	});
}
for (const button of all("button[data-fold]"))
	button.addEventListener("click", () => {
		for (const part of all("details", button.closest("section")))
			part.open = button.dataset.fold === "open";
	});
for (const pre of all("pre.command")) {
	const button = document.createElement("button");
	button.type = "button";
	button.textContent = "Copy";
	button.addEventListener("click", () => {
		const range = document.createRange();
		range.selectNodeContents(pre);
		getSelection().removeAllRanges();
		getSelection().addRange(range);
		if (navigator.clipboard)
			navigator.clipboard.writeText(pre.textContent);
		else
			document.execCommand("copy");
	});
	pre.after(button);
}
for (const bar of all(".tools"))
	bar.hidden = false;
function unfold() {
	const target = document.getElementById(location.hash.slice(1));
	for (let part = target; part; part = part.parentElement)
		if (part.tagName === "DETAILS")
			part.open = true;
	if (target)
		target.scrollIntoView();
}
addEventListener("hashchange", unfold);
if (location.hash)
	unfold();
