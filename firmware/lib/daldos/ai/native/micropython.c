/* The kernel as a module of MicroPython's, `dkernel`: see daldos.ai.kernel. */
#include "kernel.h"
#include "py/runtime.h"

typedef struct {
    mp_obj_base_t base;
    mp_obj_t kept[3]; /* owners of the bytes that the C code points to, or the collector would free them */
    dk_kernel k;
} kernel_obj;

static const uint8_t *bytes_of(mp_obj_t object) {
    mp_buffer_info_t info;
    if (object == mp_const_none) return NULL;
    mp_get_buffer_raise(object, &info, MP_BUFFER_READ);
    return info.buf;
}

static mp_obj_t make_new(const mp_obj_type_t *type, size_t count, size_t keywords, const mp_obj_t *args) {
    mp_arg_check_num(count, keywords, 4, 4, false);
    kernel_obj *o = mp_obj_malloc(kernel_obj, type);
    for (int i = 0; i < 3; i++) o->kept[i] = args[i];
    if (dk_setup(&o->k, bytes_of(args[0]), bytes_of(args[1]), bytes_of(args[2]), mp_obj_is_true(args[3])))
        mp_raise_ValueError(MP_ERROR_TEXT("weights"));
    return MP_OBJ_FROM_PTR(o);
}

#define K(object) (&((kernel_obj *)MP_OBJ_TO_PTR(object))->k)
#define INT(object) mp_obj_get_int(object)

static mp_obj_t position(size_t count, const mp_obj_t *a) {
    dk_position(K(a[0]), bytes_of(a[1]), INT(a[2]), INT(a[3]));
    return mp_const_none;
}
static mp_obj_t ahead(size_t count, const mp_obj_t *a) {
    dk_ahead(K(a[0]), bytes_of(a[1]), INT(a[2]), INT(a[3]));
    return mp_const_none;
}
static mp_obj_t think(mp_obj_t self, mp_obj_t plies, mp_obj_t valued) {
    dk_think(K(self), INT(plies), mp_obj_is_true(valued));
    return mp_const_none;
}
static mp_obj_t overlook(size_t count, const mp_obj_t *a) {
    dk_overlook(K(a[0]), bytes_of(a[1]), INT(a[2]), INT(a[3]));
    return mp_const_none;
}
static mp_obj_t row(mp_obj_t self, mp_obj_t number, mp_obj_t place) {
    return mp_obj_new_int(dk_row(K(self), INT(number), INT(place)));
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(position_obj, 4, 4, position);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(ahead_obj, 4, 4, ahead);
static MP_DEFINE_CONST_FUN_OBJ_3(think_obj, think);
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(overlook_obj, 4, 4, overlook);
static MP_DEFINE_CONST_FUN_OBJ_3(row_obj, row);

#define ASK(name) \
    static mp_obj_t name(mp_obj_t self) { return mp_obj_new_int(dk_##name(K(self))); } \
    static MP_DEFINE_CONST_FUN_OBJ_1(name##_obj, name)
#define ASK_OF(name) \
    static mp_obj_t name(mp_obj_t self, mp_obj_t of) { return mp_obj_new_int(dk_##name(K(self), INT(of))); } \
    static MP_DEFINE_CONST_FUN_OBJ_2(name##_obj, name)
ASK(best);
ASK(chance);
ASK_OF(step);

static const mp_rom_map_elem_t locals_table[] = {
    {MP_ROM_QSTR(MP_QSTR_position), MP_ROM_PTR(&position_obj)},
    {MP_ROM_QSTR(MP_QSTR_think), MP_ROM_PTR(&think_obj)}, {MP_ROM_QSTR(MP_QSTR_overlook), MP_ROM_PTR(&overlook_obj)},
    {MP_ROM_QSTR(MP_QSTR_ahead), MP_ROM_PTR(&ahead_obj)}, {MP_ROM_QSTR(MP_QSTR_step), MP_ROM_PTR(&step_obj)},
    {MP_ROM_QSTR(MP_QSTR_best), MP_ROM_PTR(&best_obj)}, {MP_ROM_QSTR(MP_QSTR_chance), MP_ROM_PTR(&chance_obj)},
    {MP_ROM_QSTR(MP_QSTR_row), MP_ROM_PTR(&row_obj)},
};
static MP_DEFINE_CONST_DICT(locals, locals_table);
static MP_DEFINE_CONST_OBJ_TYPE(kernel_type, MP_QSTR_Kernel, MP_TYPE_FLAG_NONE, make_new, make_new, locals_dict, &locals);

/* turns(game, cells, player, dice, but): (packed turns, dice used, where their moves end), or None if there are too many. */
static mp_obj_t turns(size_t count, const mp_obj_t *a) {
    static dk_legal search, *q = &search; /* the heap takes longer to give it than most searches take */
    size_t dice_count;
    mp_obj_t *given;
    uint8_t dice[DK_DICE];
    mp_obj_get_array(a[3], &dice_count, &given);
    for (size_t i = 0; i < dice_count && i < DK_DICE; i++) dice[i] = INT(given[i]);
    int32_t but = INT(a[4]), found, i;
    found = dk_find(q, (const dk_game *)bytes_of(a[0]), bytes_of(a[1]), INT(a[2]), dice, dice_count, but < 0 ? DK_NO_HOLE : but);
    if (found < 0) return mp_const_none;
    mp_obj_t list = mp_obj_new_list(found, NULL), all[3];
    vstr_t ends;
    vstr_init_len(&ends, found * dice_count);
    for (i = 0; i < found; i++) {
        int32_t where = dk_ends_of(q, i);
        mp_obj_list_store(list, mp_obj_new_int(i), mp_obj_new_int(q->turns[i]));
        for (size_t k = 0; k < dice_count; k++) ends.buf[i * dice_count + k] = where >> 8 * k & 255;
    }
    all[0] = list;
    all[1] = mp_obj_new_int(q->dice_used);
    all[2] = mp_obj_new_bytes_from_vstr(&ends);
    return mp_obj_new_tuple(3, all);
}
static MP_DEFINE_CONST_FUN_OBJ_VAR_BETWEEN(turns_obj, 5, 5, turns);

static const mp_rom_map_elem_t globals_table[] = {
    {MP_ROM_QSTR(MP_QSTR___name__), MP_ROM_QSTR(MP_QSTR_dkernel)},
    {MP_ROM_QSTR(MP_QSTR_Kernel), MP_ROM_PTR(&kernel_type)},
    {MP_ROM_QSTR(MP_QSTR_turns), MP_ROM_PTR(&turns_obj)},
    {MP_ROM_QSTR(MP_QSTR_WORK), MP_ROM_INT(36)}, /* per slice: some 2 ms on a Pico, which scans every 10 ms */
};
static MP_DEFINE_CONST_DICT(globals, globals_table);
const mp_obj_module_t dkernel_module = {.base = {&mp_type_module}, .globals = (mp_obj_dict_t *)&globals};
MP_REGISTER_MODULE(MP_QSTR_dkernel, dkernel_module);
