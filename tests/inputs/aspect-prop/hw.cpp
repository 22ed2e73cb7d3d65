// The example of the design document: line numbers matter.
// foo() calls bar() in line 15, bar() calls boo() in line 25,
// and boo() uses double in line 27.
void bar();
void boo();








[[sycl::device_has()]] void foo() {
  bar();
}







void bar() {
    boo(); }
void boo() {
	/* ä */ double x = 3.14; }
