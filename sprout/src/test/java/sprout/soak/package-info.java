/**
 * Runs {@code .ci/soak}: a real client and hostile clients against sprout-app in a process, and what hostile
 * connections pin. Not tests that a build runs; they take minutes.
 */
@NullMarked
package sprout.soak;

import org.jspecify.annotations.NullMarked;
