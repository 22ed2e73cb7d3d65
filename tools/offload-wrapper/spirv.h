/* Checks the header of SPIR-V images against the target's configuration. */
#ifndef OFFLOAD_WRAPPER_SPIRV_H
#define OFFLOAD_WRAPPER_SPIRV_H

#include "image.h"

/*
 * Checks each image of format spirv whose options name a version: it must be
 * SPIR-V of that version at most, made by the options' producer if that has a
 * generator number, and use only the options' extensions.  Reports all that are
 * not, and returns -1.
 */
int spirv_check_images(const struct image_list *images);

#endif
