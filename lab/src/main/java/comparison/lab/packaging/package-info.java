/** Says after how many requests an AOT cache or a native image no longer saves CPU time: {@code ./bench break-even}. */
@NullMarked
package comparison.lab.packaging;

import org.jspecify.annotations.NullMarked;
