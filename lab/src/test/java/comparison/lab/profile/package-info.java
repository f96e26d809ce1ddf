/** Tests of {@link comparison.lab.profile} on a real JVM that is profiled. */
@NullMarked
package comparison.lab.profile;

import org.jspecify.annotations.NullMarked;
