// libsycl-cc-mux in the ComputeMux compiler specification's own names, for C++17.
// Everything here is a view of sycl-cc/mux.h, which says what calls do.  Nothing throws.
//
// A target of one's own derives from Info, BaseTarget and BaseModule, as the
// specification tells; HostInfo, HostTarget and HostModule are those of this library.
// LLVM is in another process: where the specification hands over LLVM's objects, there is text or
// bitcode here.
#ifndef SYCL_CC_MUX_HPP
#define SYCL_CC_MUX_HPP

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sycl-cc/mux.h"

// Containers whose constructors allocate nothing, and that never throw.
namespace cargo {

using std::string_view;

template <class T> class array_view {
  T *first = nullptr;
  std::size_t count = 0;

public:
  array_view() = default;
  array_view(T *data, std::size_t size) : first(data), count(size) {}
  template <class Container> array_view(Container &container) : first(container.data()), count(container.size()) {}
  T *data() const { return first; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
  T *begin() const { return first; }
  T *end() const { return first + count; }
  T &operator[](std::size_t i) const { return first[i]; }
};

template <class T> class optional;
template <class T> class optional<T &> {
  T *value = nullptr;

public:
  optional() = default;
  optional(T &of) : value(&of) {}
  explicit operator bool() const { return value; }
  T &operator*() const { return *value; }
  T *operator->() const { return value; }
};

template <class Error> struct unexpected {
  Error error;
};
template <class Error> unexpected<Error> make_unexpected(Error error) { return {error}; }

// A value, or an error.
template <class T, class Error> class expected {
  T what{};
  Error why{};
  bool good;

public:
  expected(T value) : what(std::move(value)), good(true) {}
  expected(unexpected<Error> wrong) : why(std::move(wrong.error)), good(false) {}
  bool has_value() const { return good; }
  explicit operator bool() const { return good; }
  T &value() { return what; }
  T &operator*() { return what; }
  T *operator->() { return &what; }
  const Error &error() const { return why; }
};

// Memory that is allocated when it is asked for, and may not be there.
template <class T> class dynamic_array {
  T *first = nullptr;
  std::size_t count = 0;

public:
  dynamic_array() = default;
  dynamic_array(dynamic_array &&other) noexcept { swap(other); }
  dynamic_array &operator=(dynamic_array &&other) noexcept {
    swap(other);
    return *this;
  }
  ~dynamic_array() { std::free(first); }
  void swap(dynamic_array &other) noexcept {
    std::swap(first, other.first);
    std::swap(count, other.count);
  }
  bool assign(const T *data, std::size_t size) {
    T *memory = static_cast<T *>(std::malloc(size ? size * sizeof(T) : 1));
    if (!memory)
      return false;
    if (size)
      std::memcpy(memory, data, size * sizeof(T));
    std::free(first);
    first = memory;
    count = size;
    return true;
  }
  T *data() { return first; }
  std::size_t size() const { return count; }
};

} // namespace cargo

struct mux_device_s;
using mux_device_t = mux_device_s *;
using mux_device_info_t = const mux_device_info *;
using mux_ndrange_options_t = mux_ndrange_options;

namespace builtins {
namespace file {
using capabilities_bitfield = std::uint32_t;
}
namespace printf {
struct descriptor {
  std::string format_string;
  std::vector<std::uint32_t> types;
};
} // namespace printf
} // namespace builtins

namespace spirv {
struct SpecializableConstant {
  mux_spec_type constant_type;
  std::uint32_t size;
  std::uint64_t default_value;
};
using SpecializableConstantsMap = std::map<std::uint32_t, SpecializableConstant>;
struct DeviceInfo {
  std::vector<std::uint32_t> capabilities; // empty: all
  std::vector<const char *> extensions;    // empty: all
};
using SpecializationInfo = std::vector<mux_spec_value>;
using ModuleInfo = mux_spirv_info;
} // namespace spirv

namespace compiler {

enum class Result {
  SUCCESS = MUX_SUCCESS,
  FAILURE = MUX_FAILURE,
  INVALID_VALUE = MUX_INVALID_VALUE,
  OUT_OF_MEMORY = MUX_OUT_OF_MEMORY,
  INVALID_BUILD_OPTIONS = MUX_INVALID_BUILD_OPTIONS,
  INVALID_COMPILER_OPTIONS = MUX_INVALID_COMPILER_OPTIONS,
  INVALID_LINKER_OPTIONS = MUX_INVALID_LINKER_OPTIONS,
  BUILD_PROGRAM_FAILURE = MUX_BUILD_PROGRAM_FAILURE,
  COMPILE_PROGRAM_FAILURE = MUX_COMPILE_PROGRAM_FAILURE,
  LINK_PROGRAM_FAILURE = MUX_LINK_PROGRAM_FAILURE,
  FINALIZE_PROGRAM_FAILURE = MUX_FINALIZE_PROGRAM_FAILURE,
  FEATURE_UNSUPPORTED = MUX_FEATURE_UNSUPPORTED,
};

inline Result result_of(mux_result result) { return static_cast<Result>(result); }
// The error of an expected value.
inline cargo::unexpected<Result> no(mux_result result) { return {result_of(result)}; }
// The value, or the failure.
template <typename T>
cargo::expected<T, Result> value_or(mux_result result, T value) {
  if (result)
    return no(result);
  return value;
}

using NotifyCallbackFn = std::function<void(mux_severity, const char *message)>;
using InputHeader = mux_header;
using ProgramInfo = mux_program_info;

// Lockable.
class Context {
  mux_context *context = nullptr;

public:
  explicit Context(const mux_context_options *options = nullptr) { mux_context_create(options, &context); }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;
  ~Context() { mux_context_free(context); }
  // nullptr: there was no memory.
  mux_context *get() const { return context; }

  bool isValidSPIRV(cargo::array_view<const std::uint32_t> code) {
    return mux_context_is_valid_spirv(context, code.data(), code.size());
  }
  cargo::expected<spirv::SpecializableConstantsMap, std::string>
  getSpecializableConstants(cargo::array_view<const std::uint32_t> code) {
    spirv::SpecializableConstantsMap map;
    auto add = [](const mux_spec_constant *constant, void *to) {
      (*static_cast<spirv::SpecializableConstantsMap *>(to))[constant->id] = {constant->type, constant->size,
                                                                            constant->value};
    };
    mux_result result = mux_context_spec_constants(context, code.data(), code.size(), add, &map);
    if (result)
      return cargo::unexpected<std::string>{result == MUX_OUT_OF_MEMORY ? "out of memory" : "not a SPIR-V module"};
    return map;
  }
  void lock() { mux_context_lock(context); }
  bool try_lock() { return mux_context_try_lock(context); }
  void unlock() { mux_context_unlock(context); }
};

class Target;
class Module;
class Kernel;

// One compiler.  Fields are those of the specification.
struct Info {
  mux_device_info_t device_info = nullptr;
  bool supports_deferred_compilation = false;
  const char *compilation_options = "";
  bool vectorizable = false;
  bool dma_optimizable = false;
  bool scalable_vector_support = false;
  const char *cpu = "x86-64"; // LLVM's name of the processor

  virtual ~Info() = default;
  virtual std::unique_ptr<Target> createTarget(Context *context, NotifyCallbackFn callback = {}) const = 0;
  builtins::file::capabilities_bitfield getBuiltinCapabilities() const {
    mux_info info = as_c();
    return mux_info_builtin_capabilities(&info);
  }
  mux_info as_c() const {
    mux_info info = {};
    info.size = sizeof info;
    info.device_info = device_info;
    info.supports_deferred_compilation = supports_deferred_compilation;
    info.vectorizable = vectorizable;
    info.dma_optimizable = dma_optimizable;
    info.scalable_vector_support = scalable_vector_support;
    info.compilation_options = compilation_options;
    info.cpu = cpu;
    return info;
  }
};

using AddCompilerFn = std::function<void(const Info *)>;

class Target {
public:
  virtual ~Target() = default;
  // Bitcode of functions that programs call; empty: none.
  virtual Result initWithBuiltins(cargo::array_view<const std::uint8_t> builtins) = 0;
  virtual std::unique_ptr<Module> createModule(std::uint32_t &num_errors, std::string &log) = 0;
  virtual const Info *getCompilerInfo() const = 0;
};

// What LLVM's passes are run with: the processor, the width, pipelines in opt's text.
class PassMachinery {
public:
  mux_pipeline pipeline = {};
  virtual ~PassMachinery() = default;
};

class Module {
public:
  virtual ~Module() = default;
  virtual void clear() = 0;
  virtual Result setOptions(mux_mode mode, const char *text) = 0;
  virtual cargo::expected<spirv::ModuleInfo, Result>
  compileSPIRV(cargo::array_view<const std::uint32_t> buffer, const spirv::DeviceInfo &spirv_device_info,
               cargo::optional<const spirv::SpecializationInfo &> spirv_spec_info) = 0;
  virtual Result compileOpenCLC(cargo::string_view device_profile, cargo::string_view source,
                                cargo::array_view<InputHeader> input_headers) = 0;
  virtual Result compileIR(cargo::string_view code) = 0;
  virtual Result link(cargo::array_view<Module *> input_modules) = 0;
  virtual Result finalize(ProgramInfo *kernel_info, std::vector<builtins::printf::descriptor> &printf_calls) = 0;
  virtual Result createBinary(cargo::array_view<std::uint8_t> &buffer) = 0;
  virtual Kernel *getKernel(const std::string &name) = 0;
  virtual std::size_t size() = 0;
  virtual std::size_t serialize(std::uint8_t *output_buffer) = 0;
  virtual bool deserialize(cargo::array_view<const std::uint8_t> buffer) = 0;
  virtual mux_state state() const = 0;
  virtual mux_module *get() const = 0;
};

class Kernel {
public:
  virtual ~Kernel() = default;
  virtual Result precacheLocalSize(std::size_t x, std::size_t y, std::size_t z) = 0;
  virtual cargo::expected<std::uint32_t, Result> getDynamicWorkWidth(std::size_t x, std::size_t y, std::size_t z) = 0;
  virtual cargo::expected<cargo::dynamic_array<std::uint8_t>, Result>
  createSpecializedKernel(const mux_ndrange_options_t &specialization_options) = 0;
  virtual cargo::expected<std::uint32_t, Result> getSubGroupSize() = 0;
  virtual cargo::expected<std::uint32_t, Result> querySubGroupSizeForLocalSize(std::size_t x, std::size_t y,
                                                                               std::size_t z) = 0;
  virtual cargo::expected<std::array<std::size_t, 3>, Result>
  queryLocalSizeForSubGroupCount(std::size_t sub_group_count) = 0;
  virtual cargo::expected<std::size_t, Result> queryMaxSubGroupCount() = 0;
};

// The target of info in context: good() after construction unless there was no memory, or
// info is wrong.
class BaseTarget : public Target {
  const Info *compiler_info;
  mux_info info;
  mux_target_ops ops = {};
  NotifyCallbackFn callback;
  mux_target *target = nullptr;

  static void notify(mux_severity severity, const char *message, void *self) {
    const BaseTarget *target = static_cast<BaseTarget *>(self);
    if (target->callback)
      target->callback(severity, message);
  }
  static inline void frontend(const mux_module *module, mux_pipeline *pipeline);
  static inline void finalize(const mux_module *module, mux_pipeline *pipeline);

public:
  BaseTarget(const Info *compiler_info_, Context *context, NotifyCallbackFn callback_)
      : compiler_info(compiler_info_), callback(std::move(callback_)) {
    ops.size = sizeof ops;
    ops.late_passes = mux_base_late_passes;
    ops.pipeline_frontend = frontend;
    ops.pipeline_finalize = finalize;
    if (!compiler_info)
      return;
    info = compiler_info->as_c();
    info.ops = &ops;
    mux_target_create(&info, context ? context->get() : nullptr, notify, this, &target);
  }
  BaseTarget(const BaseTarget &) = delete;
  BaseTarget &operator=(const BaseTarget &) = delete;
  ~BaseTarget() override { mux_target_free(target); }
  bool good() const { return target; }
  mux_target *get() const { return target; }
  const Info *getCompilerInfo() const override { return compiler_info; }
  Result initWithBuiltins(cargo::array_view<const std::uint8_t> builtins) override {
    return result_of(mux_target_init_builtins(target, builtins.data(), builtins.size()));
  }
};

// A kernel of a finalized module.
class BaseKernel : public Kernel {
protected:
  mux_deferred *kernel;

public:
  const std::size_t preferred_local_size_x, preferred_local_size_y, preferred_local_size_z, local_memory_size;

  BaseKernel(std::size_t x, std::size_t y, std::size_t z, std::size_t local_memory, mux_deferred *of = nullptr)
      : kernel(of), preferred_local_size_x(x), preferred_local_size_y(y), preferred_local_size_z(z),
        local_memory_size(local_memory) {}

  Result precacheLocalSize(std::size_t x, std::size_t y, std::size_t z) override {
    return result_of(mux_kernel_precache_local_size(kernel, x, y, z));
  }
  cargo::expected<std::uint32_t, Result> getDynamicWorkWidth(std::size_t x, std::size_t y, std::size_t z) override {
    std::uint32_t width = 0;
    mux_result result = mux_kernel_dynamic_work_width(kernel, x, y, z, &width);
    return value_or(result, width);
  }
  cargo::expected<cargo::dynamic_array<std::uint8_t>, Result>
  createSpecializedKernel(const mux_ndrange_options_t &specialization_options) override {
    const std::uint8_t *bytes;
    std::size_t size;
    cargo::dynamic_array<std::uint8_t> binary;
    mux_result result = mux_kernel_create_specialized(kernel, &specialization_options, &bytes, &size);
    if (!result && !binary.assign(bytes, size))
      result = MUX_OUT_OF_MEMORY;
    if (result)
      return no(result);
    return binary;
  }
  cargo::expected<std::uint32_t, Result> getSubGroupSize() override {
    std::uint32_t size = 0;
    mux_result result = mux_kernel_sub_group_size(kernel, &size);
    return value_or(result, size);
  }
  cargo::expected<std::uint32_t, Result> querySubGroupSizeForLocalSize(std::size_t x, std::size_t y,
                                                                       std::size_t z) override {
    std::uint32_t size = 0;
    mux_result result = mux_kernel_sub_group_size_for(kernel, x, y, z, &size);
    return value_or(result, size);
  }
  cargo::expected<std::array<std::size_t, 3>, Result>
  queryLocalSizeForSubGroupCount(std::size_t sub_group_count) override {
    std::array<std::size_t, 3> size{};
    mux_result result = mux_kernel_local_size_for(kernel, sub_group_count, size.data());
    return value_or(result, size);
  }
  cargo::expected<std::size_t, Result> queryMaxSubGroupCount() override {
    std::size_t n = 0;
    mux_result result = mux_kernel_max_sub_groups(kernel, &n);
    return value_or(result, n);
  }
};

// A module of target.  num_errors and log are brought up to date by each call.
class BaseModule : public Module {
  friend class BaseTarget;
  mux_module *module = nullptr;
  std::uint32_t &num_errors;
  std::string &log;
  std::map<std::string, std::unique_ptr<Kernel>> kernels;

  template <class T> T told(T result) {
    num_errors = mux_module_num_errors(module);
    log = mux_module_log(module);
    return result;
  }

protected:
  BaseTarget &target;
  Context &context;

  virtual std::string getLateTargetPasses(PassMachinery &) = 0;
  // Owned by the module; nullptr: no such kernel, or no memory.
  virtual Kernel *createKernel(const std::string &name) = 0;
  void addDiagnostic(cargo::string_view message) {
    told(mux_module_add_diagnostic(module, std::string(message).c_str()));
  }
  void addBuildError(cargo::string_view message) { told(mux_module_add_error(module, std::string(message).c_str())); }

public:
  BaseModule(BaseTarget &target_, Context &context_, std::uint32_t &num_errors_, std::string &log_)
      : num_errors(num_errors_), log(log_), target(target_), context(context_) {
    mux_module_create(target.get(), &module);
    if (module)
      mux_module_set_user(module, this);
  }
  BaseModule(const BaseModule &) = delete;
  BaseModule &operator=(const BaseModule &) = delete;
  ~BaseModule() override { mux_module_free(module); }
  bool good() const { return module; }
  mux_module *get() const override { return module; }
  mux_state state() const override { return mux_module_state(module); }

  virtual std::unique_ptr<PassMachinery> createPassMachinery() {
    return std::unique_ptr<PassMachinery>(new (std::nothrow) PassMachinery);
  }
  virtual void initializePassMachineryForFrontend(PassMachinery &machinery) const {
    mux_base_pipeline_frontend(module, &machinery.pipeline);
  }
  virtual void initializePassMachineryForFinalize(PassMachinery &machinery) const {
    mux_base_pipeline_finalize(module, &machinery.pipeline);
  }

  void clear() override {
    kernels.clear();
    mux_module_clear(module);
    told(0);
  }
  Result setOptions(mux_mode mode, const char *text) override {
    return result_of(told(mux_module_set_options(module, mode, text)));
  }
  cargo::expected<spirv::ModuleInfo, Result>
  compileSPIRV(cargo::array_view<const std::uint32_t> buffer, const spirv::DeviceInfo &device,
               cargo::optional<const spirv::SpecializationInfo &> values) override {
    mux_spirv_device_info has = {sizeof has, device.capabilities.empty() ? nullptr : device.capabilities.data(),
                                 device.capabilities.size(), device.extensions.empty() ? nullptr : device.extensions.data(),
                                 device.extensions.size()};
    spirv::ModuleInfo info;
    mux_result result = told(mux_module_compile_spirv(module, buffer.data(), buffer.size(), &has,
                                                      values ? values->data() : nullptr, values ? values->size() : 0, &info));
    if (result)
      return no(result);
    return info;
  }
  Result compileOpenCLC(cargo::string_view profile, cargo::string_view source,
                        cargo::array_view<InputHeader> headers) override {
    return result_of(told(mux_module_compile_clc(module, std::string(profile).c_str(), std::string(source).c_str(),
                                                 headers.data(), headers.size())));
  }
  Result compileIR(cargo::string_view code) override {
    return result_of(told(mux_module_compile_ir(module, code.data(), code.size())));
  }
  Result link(cargo::array_view<Module *> inputs) override {
    std::vector<mux_module *> modules;
    for (Module *input : inputs)
      modules.push_back(input ? input->get() : nullptr);
    return result_of(told(mux_module_link(module, modules.data(), modules.size())));
  }
  Result finalize(ProgramInfo *kernel_info, std::vector<builtins::printf::descriptor> &printf_calls) override {
    std::unique_ptr<PassMachinery> machinery = createPassMachinery();
    printf_calls.clear();
    if (!machinery)
      return Result::OUT_OF_MEMORY;
    mux_module_pipeline(module, &machinery->pipeline);
    initializePassMachineryForFinalize(*machinery);
    std::string passes = getLateTargetPasses(*machinery);
    machinery->pipeline.late_passes = passes.c_str();
    Result result = result_of(told(mux_base_finalize(module, &machinery->pipeline)));
    if (kernel_info)
      *kernel_info = result == Result::SUCCESS ? mux_module_program(module) : ProgramInfo{nullptr, 0};
    return result;
  }
  Result createBinary(cargo::array_view<std::uint8_t> &buffer) override {
    const std::uint8_t *bytes;
    std::size_t size;
    mux_result result = told(mux_module_create_binary(module, &bytes, &size));
    buffer = cargo::array_view<std::uint8_t>(const_cast<std::uint8_t *>(bytes), size);
    return result_of(result);
  }
  Kernel *getKernel(const std::string &name) override {
    auto found = kernels.find(name);
    if (found != kernels.end())
      return found->second.get();
    Kernel *kernel = createKernel(name);
    if (kernel)
      kernels[name].reset(kernel);
    return kernel;
  }
  std::size_t size() override { return mux_module_size(module); }
  std::size_t serialize(std::uint8_t *output_buffer) override { return mux_module_serialize(module, output_buffer); }
  bool deserialize(cargo::array_view<const std::uint8_t> buffer) override {
    return told(mux_module_deserialize(module, buffer.data(), buffer.size()));
  }
};

// The overrides of a module, when the library asks for its pipelines.
inline void BaseTarget::frontend(const mux_module *module, mux_pipeline *pipeline) {
  BaseModule *self = static_cast<BaseModule *>(mux_module_user(module));
  std::unique_ptr<PassMachinery> machinery = self ? self->createPassMachinery() : nullptr;
  if (!machinery)
    return mux_base_pipeline_frontend(module, pipeline);
  machinery->pipeline = *pipeline;
  self->initializePassMachineryForFrontend(*machinery);
  *pipeline = machinery->pipeline;
}
inline void BaseTarget::finalize(const mux_module *module, mux_pipeline *pipeline) {
  BaseModule *self = static_cast<BaseModule *>(mux_module_user(module));
  std::unique_ptr<PassMachinery> machinery = self ? self->createPassMachinery() : nullptr;
  if (!machinery)
    return mux_base_pipeline_finalize(module, pipeline);
  machinery->pipeline = *pipeline;
  self->initializePassMachineryForFinalize(*machinery);
  *pipeline = machinery->pipeline;
}

class HostModule : public BaseModule {
protected:
  std::string getLateTargetPasses(PassMachinery &) override { return {}; }
  Kernel *createKernel(const std::string &name) override {
    mux_deferred *kernel;
    std::size_t size[3], memory;
    if (mux_module_get_kernel(get(), name.c_str(), &kernel))
      return nullptr;
    mux_kernel_preferences(kernel, size, &memory);
    return new (std::nothrow) BaseKernel(size[0], size[1], size[2], memory, kernel);
  }

public:
  using BaseModule::BaseModule;
};

class HostTarget : public BaseTarget {
  Context *context;

public:
  HostTarget(const Info *info, Context *context_, NotifyCallbackFn callback)
      : BaseTarget(info, context_, std::move(callback)), context(context_) {}
  std::unique_ptr<Module> createModule(std::uint32_t &num_errors, std::string &log) override {
    std::unique_ptr<HostModule> module(new (std::nothrow) HostModule(*this, *context, num_errors, log));
    if (module && !module->good())
      module.reset();
    return module;
  }
};

// One of mux_compilers_list().
struct HostInfo : Info {
  explicit HostInfo(const mux_info *of) {
    device_info = of->device_info;
    supports_deferred_compilation = of->supports_deferred_compilation;
    compilation_options = of->compilation_options;
    vectorizable = of->vectorizable;
    dma_optimizable = of->dma_optimizable;
    scalable_vector_support = of->scalable_vector_support;
    cpu = of->cpu;
  }
  std::unique_ptr<Target> createTarget(Context *context, NotifyCallbackFn callback = {}) const override {
    std::unique_ptr<HostTarget> target(new (std::nothrow) HostTarget(this, context, std::move(callback)));
    if (target && !target->good())
      target.reset();
    return target;
  }
  static void get(AddCompilerFn add_compiler) {
    static const std::vector<HostInfo> infos = [] {
      std::vector<HostInfo> all;
      mux_compilers_list([](const mux_info *info, void *to) { static_cast<std::vector<HostInfo> *>(to)->emplace_back(info); },
                         &all);
      return all;
    }();
    for (const HostInfo &info : infos)
      add_compiler(&info);
  }
};

inline void getCompilers(AddCompilerFn add_compiler) { HostInfo::get(std::move(add_compiler)); }

} // namespace compiler

#endif
