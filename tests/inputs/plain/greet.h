#pragma once

int greet(const char *name);
