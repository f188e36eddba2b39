// SPDX-License-Identifier: Apache-2.0
// Tiling data as host code defines it:
//
//     BEGIN_TILING_DATA_DEF(AddTiling)
//       TILING_DATA_FIELD_DEF(uint32_t, length);
//       TILING_DATA_FIELD_DEF_ARR(int64_t, 4, shape);
//       TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, matmul);
//     END_TILING_DATA_DEF;
//
// is a class with set_length(), get_length(), ..., matmul, GetDataSize() and SaveToBuffer(). What SaveToBuffer writes
// is the kernel's plain struct of the same fields: in order, each at its natural alignment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace optiling {

class TilingDef {
public:
    virtual ~TilingDef() = default;

    // Bytes of the kernel's struct.
    size_t GetDataSize() const { return (end_ + align_ - 1) / align_ * align_; }

    // Writes the kernel's struct. With a smaller `capacity` writes nothing and says so.
    void SaveToBuffer(void* data, size_t capacity) const {
        if (data == nullptr || capacity < GetDataSize()) {
            std::fprintf(stderr, "[acc] SaveToBuffer of %s: the buffer has %zu bytes at %p, expected at least %zu\n",
                         GetTilingClassName(), capacity, data, GetDataSize());
            return;
        }
        std::memset(data, 0, GetDataSize());
        save(static_cast<unsigned char*>(data));
    }

    virtual const char* GetTilingClassName() const = 0;

protected:
    // A field of `bytes` at `member` of this object.
    struct Entry {};
    Entry addField(const void* member, size_t bytes, size_t align) {
        add(member, bytes, align, false);
        return {};
    }
    Entry addStruct(const TilingDef* member) {
        add(member, member->GetDataSize(), member->align_, true);
        return {};
    }

private:
    struct Field {
        ptrdiff_t member;  // from this object, so that copies of it have their own
        size_t offset, bytes;
        bool isStruct;
    };

    void add(const void* member, size_t bytes, size_t align, bool isStruct) {
        const ptrdiff_t place =
            static_cast<const unsigned char*>(member) - reinterpret_cast<const unsigned char*>(this);
        const size_t offset = (end_ + align - 1) / align * align;
        fields_.push_back({place, offset, bytes, isStruct});
        end_ = offset + bytes;
        align_ = align > align_ ? align : align_;
    }

    void save(unsigned char* data) const {
        for (const Field& field : fields_) {
            const unsigned char* member = reinterpret_cast<const unsigned char*>(this) + field.member;
            if (field.isStruct)
                reinterpret_cast<const TilingDef*>(member)->save(data + field.offset);
            else
                std::memcpy(data + field.offset, member, field.bytes);
        }
    }

    std::vector<Field> fields_;
    size_t end_ = 0, align_ = 1;
};

// Tiling data classes by the operator they are registered for.
class CTilingDataClassFactory {
public:
    using Maker = std::shared_ptr<TilingDef> (*)();
    static CTilingDataClassFactory& GetInstance() {
        static CTilingDataClassFactory factory;
        return factory;
    }
    void RegisterTilingData(const char* opType, Maker maker) { makers_[opType] = maker; }
    // Null for an operator without one.
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const char* opType) const {
        const auto found = makers_.find(opType);
        return found == makers_.end() ? nullptr : found->second();
    }

private:
    std::map<std::string, Maker> makers_;
};

namespace detail {

template <class T>
struct FieldType {
    static_assert(std::is_same<T, bool>::value || std::is_same<T, int8_t>::value || std::is_same<T, uint8_t>::value ||
                      std::is_same<T, int16_t>::value || std::is_same<T, uint16_t>::value ||
                      std::is_same<T, int32_t>::value || std::is_same<T, uint32_t>::value ||
                      std::is_same<T, int64_t>::value || std::is_same<T, uint64_t>::value ||
                      std::is_same<T, float>::value,
                  "a tiling data field is a bool, an integer of 8 to 64 bits or a float");
    using Type = T;
};

template <class T>
struct Registered {
    explicit Registered(const char* opType) {
        CTilingDataClassFactory::GetInstance().RegisterTilingData(
            opType, []() -> std::shared_ptr<TilingDef> { return std::make_shared<T>(); });
    }
};

}  // namespace detail
}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                 \
    class class_name : public ::optiling::TilingDef {     \
    public:                                               \
        const char* GetTilingClassName() const override { \
            return #class_name;                           \
        }

#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                \
protected:                                                                                          \
    typename ::optiling::detail::FieldType<data_type>::Type field_name##_ = 0;                      \
    Entry field_name##Entry_ = addField(&field_name##_, sizeof(field_name##_), alignof(data_type)); \
                                                                                                    \
public:                                                                                             \
    void set_##field_name(data_type field_name) {                                                   \
        field_name##_ = field_name;                                                                 \
    }                                                                                               \
    data_type get_##field_name() const {                                                            \
        return field_name##_;                                                                       \
    }

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                                 \
protected:                                                                                        \
    typename ::optiling::detail::FieldType<arr_type>::Type field_name##_[arr_size] = {};          \
    Entry field_name##Entry_ = addField(field_name##_, sizeof(field_name##_), alignof(arr_type)); \
                                                                                                  \
public:                                                                                           \
    void set_##field_name(const arr_type* field_name) {                                           \
        std::memcpy(field_name##_, field_name, sizeof(field_name##_));                            \
    }                                                                                             \
    arr_type* get_##field_name() {                                                                \
        return field_name##_;                                                                     \
    }                                                                                             \
    const arr_type* get_##field_name() const {                                                    \
        return field_name##_;                                                                     \
    }

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name) \
public:                                                       \
    struct_type field_name;                                   \
                                                              \
protected:                                                    \
    Entry field_name##Entry_ = addStruct(&field_name);        \
                                                              \
public:                                                       \
    void set_##field_name(const struct_type& value) {         \
        field_name = value;                                   \
    }

#define END_TILING_DATA_DEF }

// Once per operator, in any namespace.
#define REGISTER_TILING_DATA_CLASS(op_type, class_name)                              \
    namespace {                                                                      \
    const ::optiling::detail::Registered<class_name> op_type##class_name##Registered \
        __attribute__((unused)) (#op_type);                                          \
    }
