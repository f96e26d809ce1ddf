/* What the static libraries of .ci/graalvm lack on this machine. */
#include <jni.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* They are compiled with glibc 2.41. Before 2.38, these functions have only their older names. */

long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }

int __isoc23_vsscanf(const char *text, const char *format, va_list values) { return vsscanf(text, format, values); }

int __isoc23_sscanf(const char *text, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int read = vsscanf(text, format, values);
    va_end(values);
    return read;
}

int __isoc23_fscanf(FILE *file, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int read = vfscanf(file, format, values);
    va_end(values);
    return read;
}

/* They are of JDK 25.0.2. JDK 25.0.3 declares this function: a bit each for stdin, stdout and stderr. */
JNIEXPORT jint JNICALL Java_java_io_Console_ttyStatus(JNIEnv *env, jclass console) {
    return isatty(0) | isatty(1) << 1 | isatty(2) << 2;
}
