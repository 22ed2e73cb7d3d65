// The specification's classes, in its own words: api SPIRV IR.  Prints "right", or what is wrong.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <mutex>

#include "sycl-cc/mux.hpp"

using compiler::Result;

static int failures;
#define CHECK(what) ((what) ? void() : void((std::printf("line %d: not so: %s\n", __LINE__, #what), failures++)))

static std::string read_file(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

static const char uses_undefined[] = "declare spir_func void @nowhere()\n"
                                     "define spir_kernel void @k() {\n  call spir_func void @nowhere()\n  ret void\n}\n";
static const char wide[] = "define spir_kernel void @wide(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {\n  ret void\n}\n"
                           "!0 = !{i32 8}\n";

// A target outside of the library.
static int machineries, frontends, finalizes, lates;

struct MyModule : compiler::BaseModule {
  using BaseModule::BaseModule;
  std::unique_ptr<compiler::PassMachinery> createPassMachinery() override {
    machineries++;
    return BaseModule::createPassMachinery();
  }
  void initializePassMachineryForFrontend(compiler::PassMachinery &machinery) const override {
    BaseModule::initializePassMachineryForFrontend(machinery);
    machinery.pipeline.passes = "function(instcombine)";
    frontends++;
  }
  void initializePassMachineryForFinalize(compiler::PassMachinery &machinery) const override {
    BaseModule::initializePassMachineryForFinalize(machinery);
    machinery.pipeline.width = 4;
    finalizes++;
  }
  std::string getLateTargetPasses(compiler::PassMachinery &machinery) override {
    CHECK(machinery.pipeline.width == 4 && state() == MUX_STATE_COMPILED);
    lates++;
    return "function(instsimplify)";
  }
  compiler::Kernel *createKernel(const std::string &) override { return nullptr; }
  Result finalize(compiler::ProgramInfo *info, std::vector<builtins::printf::descriptor> &calls) override {
    addDiagnostic("before");
    Result result = BaseModule::finalize(info, calls);
    addBuildError("after");
    return result;
  }
};

struct MyTarget : compiler::BaseTarget {
  compiler::Context &context;
  MyTarget(const compiler::Info *info, compiler::Context *of, compiler::NotifyCallbackFn callback)
      : BaseTarget(info, of, callback), context(*of) {}
  std::unique_ptr<compiler::Module> createModule(std::uint32_t &num_errors, std::string &log) override {
    return std::make_unique<MyModule>(*this, context, num_errors, log);
  }
};

struct MyInfo : compiler::Info {
  MyInfo() {
    static const mux_device_info device = {"mine", 64, true, false, 8, 1024, 0, 0};
    device_info = &device;
    compilation_options = "--dummy-device-option,1,takes an integer value;--dummy-device-flag,0,enables device optimization";
  }
  std::unique_ptr<compiler::Target> createTarget(compiler::Context *context, compiler::NotifyCallbackFn callback) const override {
    return std::make_unique<MyTarget>(this, context, callback);
  }
  static void get(compiler::AddCompilerFn add_compiler) {
    static MyInfo info;
    add_compiler(&info);
  }
};

static void test_context(compiler::Context &context, cargo::array_view<const std::uint32_t> code) {
  std::unique_lock<compiler::Context> lock(context, std::try_to_lock);
  CHECK(lock.owns_lock());
  CHECK(context.isValidSPIRV(code));
  CHECK(!context.isValidSPIRV({code.data(), 3}));
  auto constants = context.getSpecializableConstants(code);
  CHECK(constants && constants->size() == 3 && constants->at(7).default_value == 40);
  auto none = context.getSpecializableConstants({code.data(), 3});
  CHECK(!none && none.error() == "not a SPIR-V module");
}

static void test_module(compiler::Target &target, cargo::array_view<const std::uint32_t> code, const std::string &ir) {
  std::uint32_t num_errors = 9;
  std::string log;
  std::vector<builtins::printf::descriptor> calls;
  compiler::ProgramInfo program;
  cargo::array_view<std::uint8_t> binary;
  auto module = target.createModule(num_errors, log);
  CHECK(module != nullptr);
  CHECK(module->createBinary(binary) == Result::FINALIZE_PROGRAM_FAILURE && num_errors == 1);
  spirv::SpecializationInfo values = {{7, 8, &values}};
  CHECK(module->compileSPIRV(code, {}, values).error() == Result::INVALID_VALUE);
  CHECK(module->compileSPIRV({code.data(), code.size() - 1}, {}, {}).error() == Result::COMPILE_PROGRAM_FAILURE);
  spirv::DeviceInfo small;
  small.capabilities = {1};
  CHECK(module->compileSPIRV(code, small, {}).error() == Result::COMPILE_PROGRAM_FAILURE);
  auto info = module->compileSPIRV(code, {}, {});
  CHECK(info && info->nkernel == 1);
  module->clear();
  CHECK(num_errors == 0 && log.empty());
  CHECK(module->setOptions(MUX_MODE_COMPILE, "-x") == Result::INVALID_COMPILER_OPTIONS);
  CHECK(module->setOptions(MUX_MODE_LINK, "-x") == Result::INVALID_LINKER_OPTIONS);
  CHECK(module->setOptions(MUX_MODE_BUILD, "-x") == Result::INVALID_BUILD_OPTIONS);
  CHECK(module->setOptions(MUX_MODE_BUILD, "-DN=2") == Result::SUCCESS);
  CHECK(module->compileOpenCLC("FULL_PROFILE", "kernel void k() { ??? }", {}) == Result::BUILD_PROGRAM_FAILURE);
  CHECK(num_errors >= 1 && !log.empty());
  CHECK(module->compileOpenCLC("FULL_PROFILE", "kernel void a(global int *p) { *p = N; } kernel void b() {}", {}) == Result::SUCCESS);
  std::vector<std::uint8_t> bytes(module->size());
  CHECK(module->serialize(bytes.data()) == bytes.size());
  CHECK(!module->deserialize(bytes));
  CHECK(module->finalize(&program, calls) == Result::SUCCESS && program.n == 2 && calls.empty());
  CHECK(module->createBinary(binary) == Result::SUCCESS && binary.size() > 100 && binary[0] == 0x7f);
  auto second = target.createModule(num_errors, log);
  CHECK(second->deserialize(bytes) && second->state() == MUX_STATE_COMPILED);
  auto all = target.createModule(num_errors, log);
  compiler::Module *inputs[] = {second.get()};
  CHECK(all->link({inputs, 1}) == Result::SUCCESS);
  CHECK(all->link({inputs, 1}) == Result::LINK_PROGRAM_FAILURE);
  inputs[0] = nullptr;
  CHECK(all->link({inputs, 1}) == Result::INVALID_VALUE);
  all->clear();
  CHECK(all->compileIR(uses_undefined) == Result::SUCCESS);
  CHECK(all->finalize(&program, calls) == Result::FINALIZE_PROGRAM_FAILURE && program.n == 0);
  CHECK(all->compileIR(ir) == Result::INVALID_VALUE);
}

static void test_kernel(compiler::Target &target, const std::string &ir) {
  std::uint32_t num_errors;
  std::string log;
  std::vector<builtins::printf::descriptor> calls;
  auto module = target.createModule(num_errors, log), other = target.createModule(num_errors, log);
  CHECK(module->compileIR(ir) == Result::SUCCESS && other->compileIR(wide) == Result::SUCCESS);
  CHECK(!module->getKernel("twice"));
  CHECK(module->finalize(nullptr, calls) == Result::SUCCESS && other->finalize(nullptr, calls) == Result::SUCCESS);
  compiler::Kernel *kernel = module->getKernel("twice"), *lanes = other->getKernel("wide");
  CHECK(kernel && kernel == module->getKernel("twice") && !module->getKernel("none") && lanes);
  CHECK(static_cast<compiler::BaseKernel *>(kernel)->preferred_local_size_x == 64);
  CHECK(static_cast<compiler::BaseKernel *>(kernel)->local_memory_size == 0);
  CHECK(kernel->precacheLocalSize(0, 1, 1) == Result::INVALID_VALUE);
  CHECK(kernel->precacheLocalSize(4, 1, 1) == Result::SUCCESS);
  CHECK(kernel->getDynamicWorkWidth(1, 0, 1).error() == Result::INVALID_VALUE);
  CHECK(*kernel->getDynamicWorkWidth(64, 1, 1) == 16);
  const std::size_t zero[3] = {}, size[3] = {8, 1, 1};
  mux_ndrange_options_t options = {};
  options.size = sizeof options;
  options.global_offset = zero;
  options.global_size = size;
  options.length = 1;
  CHECK(kernel->createSpecializedKernel(options).error() == Result::INVALID_VALUE);
  options.local_size[0] = 4;
  options.local_size[1] = options.local_size[2] = 1;
  auto binary = kernel->createSpecializedKernel(options);
  CHECK(binary && binary->size() > 100);
  CHECK(*kernel->getSubGroupSize() == 1 && *lanes->getSubGroupSize() == 8);
  CHECK(*lanes->querySubGroupSizeForLocalSize(5, 1, 1) == 5);
  CHECK(lanes->querySubGroupSizeForLocalSize(5, 1, 0).error() == Result::INVALID_VALUE);
  CHECK((*lanes->queryLocalSizeForSubGroupCount(3) == std::array<std::size_t, 3>{24, 1, 1}));
  CHECK(*lanes->queryMaxSubGroupCount() == 65535 / 8);
}

static void test_own(compiler::Context &context, const std::string &ir) {
  std::uint32_t num_errors;
  std::string log;
  std::vector<builtins::printf::descriptor> calls;
  cargo::array_view<std::uint8_t> binary;
  const compiler::Info *info = nullptr;
  int messages = 0;
  MyInfo::get([&](const compiler::Info *one) { info = one; });
  CHECK(info->getBuiltinCapabilities() == MUX_CAPABILITY_FP64);
  auto target = info->createTarget(&context, [&](mux_severity, const char *) { messages++; });
  CHECK(target->getCompilerInfo() == info);
  auto module = target->createModule(num_errors, log);
  CHECK(module->setOptions(MUX_MODE_BUILD, "--dummy-device-option=3 --dummy-device-flag") == Result::SUCCESS);
  CHECK(module->compileIR(ir) == Result::SUCCESS && frontends == 1);
  CHECK(module->finalize(nullptr, calls) == Result::SUCCESS && lates == 1 && finalizes == 1);
  CHECK(log == "before\nafter\n" && num_errors == 1 && messages == 2);
  CHECK(module->createBinary(binary) == Result::SUCCESS && finalizes == 2 && machineries == 3);
  CHECK(!module->getKernel("twice"));
}

int main(int, char **argv) {
  std::string words = read_file(argv[1]), ir = read_file(argv[2]);
  cargo::array_view<const std::uint32_t> code(reinterpret_cast<const std::uint32_t *>(words.data()), words.size() / 4);
  compiler::Context context;
  std::vector<const compiler::Info *> infos;
  compiler::getCompilers([&](const compiler::Info *info) { infos.push_back(info); });
  CHECK(infos.size() == 6 && infos[0]->supports_deferred_compilation && infos[0]->vectorizable);
  CHECK(infos[0]->device_info && infos[0]->device_info->address_bits == 64);
  CHECK(!infos[0]->createTarget(nullptr));
  auto target = infos[0]->createTarget(&context);
  CHECK(target && target->getCompilerInfo() == infos[0]);
  CHECK(target->initWithBuiltins({}) == Result::SUCCESS);
  CHECK(!cargo::dynamic_array<int>().data() && !cargo::array_view<int>().data());
  test_context(context, code);
  test_module(*target, code, ir);
  test_kernel(*target, ir);
  test_own(context, ir);
  if (!failures)
    std::puts("right");
  return failures != 0;
}
