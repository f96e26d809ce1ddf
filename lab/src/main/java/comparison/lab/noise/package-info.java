/**
 * The experiment that decides how the speed of the machine is taken out of a comparison: not at all, by a canary, by
 * loads on the stub, or by a duet of two servers. The ways that lose are removed with their code.
 */
@NullMarked
package comparison.lab.noise;

import org.jspecify.annotations.NullMarked;
