/** The annotation processor that writes how rows are read into records. Runs in the compiler and never in an application. */
@NullMarked
package sprout.data.processor;

import org.jspecify.annotations.NullMarked;
