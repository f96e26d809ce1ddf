/* The kit includes it for the declarations of functions that it defines. */
#include <jni.h>
