/** Tests of {@link comparison.harness.profile} on a real JVM that is profiled. */
@NullMarked
package comparison.harness.profile;

import org.jspecify.annotations.NullMarked;
