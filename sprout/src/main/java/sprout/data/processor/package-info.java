/**
 * The annotation processor that generates how rows are read into records. It runs in the compiler and is not used by an
 * application.
 */
@NullMarked
package sprout.data.processor;

import org.jspecify.annotations.NullMarked;
