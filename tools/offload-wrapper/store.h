/*
 * The bytes of images: copied to the output in order, identical ones once, never
 * held in memory.
 */
#ifndef OFFLOAD_WRAPPER_STORE_H
#define OFFLOAD_WRAPPER_STORE_H

#include "image.h"
#include "object.h"

/*
 * Writes the images' bytes to the object, a section for each target in the
 * order of first use, and fills in their blobs.  level 0 stores them as they are,
 * other levels compress those that become smaller.  Ends the tool on failure.
 */
void store_images(struct object *object, struct image_list *list, int level);

#endif
