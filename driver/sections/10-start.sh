# 10-start.sh: where things are, and how sycl-cc speaks
#
# The first statements of the script: it finds its own folder, and from there
# the tools ($tools), what is shared ($share), headers and runtime, in a build
# tree and installed.  Then the messages: error and warning go on, die ends the
# run with status 1, die_usage with 2.
#
# Offers: die die_usage print_version warning $include $lib $llvm_bin $self
#    $share $tools

set -eu
LC_ALL=C
export LC_ALL

version='@VERSION@'
llvm_bin='@LLVM_BIN@'

# Build tree: build/bin/sycl-cc beside the tools.  Installed: PREFIX/bin, the
# tools in PREFIX/libexec/sycl-cc, the rest in PREFIX/share/sycl-cc.
self=$0
while [ -L "$self" ]; do
	link=$(readlink -- "$self")
	case $link in
	/*) self=$link ;;
	*) self=${self%/*}/$link ;;
	esac
done
case $self in
*/*) bin=$(cd -- "${self%/*}" && pwd) ;;
*) self=$(command -v -- "$self") && bin=$(cd -- "${self%/*}" && pwd) ;;
esac
if [ -d "$bin/../libexec/sycl-cc" ]; then
	prefix=${bin%/*}
	tools=$prefix/libexec/sycl-cc share=$prefix/share/sycl-cc
	include=$prefix/include/sycl-cc lib=$prefix/lib
else
	tools=$bin share=${bin%/*}/share
	include='@SOURCE@/include' lib=${bin%/*}/lib
fi

error() {
	printf 'sycl-cc: error: %s\n' "$1" >&2
}

# warning TEXT: -w silences it, -Werror makes an error of it
warning() {
	case $warnings in
	off) ;;
	errors) die "$1 [-Werror]" ;;
	*) printf 'sycl-cc: warning: %s\n' "$1" >&2 ;;
	esac
}

die() {
	error "$1"
	exit 1
}

die_usage() {
	error "$1"
	printf "Try 'sycl-cc --help' for more information.\n" >&2
	exit 2
}

print_version() {
	printf 'sycl-cc (sycl-cc) %s\nclang version %s\n' "$version" '@LLVM_FULL@'
}

# Build systems ask for it alone, often: no need to read on.  Meson looks for 'clang'.
if [ "$*" = --version ]; then
	print_version
	exit 0
fi
