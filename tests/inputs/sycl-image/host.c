void __sycl_register_lib(void *desc) { (void)desc; }
void __sycl_unregister_lib(void *desc) { (void)desc; }
int main(void) { return 1; }
