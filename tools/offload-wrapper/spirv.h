/* A look at the head of SPIR-V images: are they what the target was configured for? */
#ifndef OFFLOAD_WRAPPER_SPIRV_H
#define OFFLOAD_WRAPPER_SPIRV_H

#include "image.h"

/*
 * Checks each image of format spirv whose options name a version: it is SPIR-V
 * of that version at most, made by the producer of the options where that is
 * one that has a number, and asks for no other extensions than theirs.
 * Reports each that is not, and returns -1 then.
 */
int spirv_check_images(const struct image_list *images);

#endif
