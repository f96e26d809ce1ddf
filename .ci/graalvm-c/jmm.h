/* The table of management functions, as far as the kit uses it: the place of GetVersion, and no fewer slots than a JDK 25 has. */
#include <jni.h>

enum { JMM_VERSION = 0x20040000 };

typedef struct {
    void *reserved[2];
    jint(JNICALL *GetVersion)(JNIEnv *env);
    void *others[61];
} JmmInterface;
