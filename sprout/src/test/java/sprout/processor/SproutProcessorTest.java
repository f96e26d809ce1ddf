package sprout.processor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.beans.BeanException;

/** What the processor makes of a small project: in one go, in parts, without it, and of mistakes. */
class SproutProcessorTest {
    private static final String RUN = " implements Runnable { public void run() {} }";

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // made before each test
    private SmallProject project;

    @BeforeEach
    void makeProject() throws Exception {
        project = new SmallProject(folder);
    }

    @Test
    void aPartThatIsCompiledAgainKeepsTheRestOfItsPackage() throws Exception {
        String one = project.write("@Component class One" + RUN);
        String two = project.write("@Component class Two" + RUN);
        assertThat(project.compile(true, List.of(one, two))).isEmpty();
        assertThat(project.beans()).containsExactly("one", "two");

        project.write("@Component(\"second\") class Two" + RUN);
        String three = project.write("@Component class Three" + RUN);
        assertThat(project.compile(true, List.of(two, three))).isEmpty();
        assertThat(project.beans()).containsExactly("one", "second", "three");

        project.write("class Two" + RUN);
        assertThat(project.compile(true, List.of(two))).isEmpty();
        assertThat(project.beans()).containsExactly("one", "three");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "(\"small\")", "({\"small\", \"small\"})"})
    void aPackageThatScansItselfHasEachBeanOnce(String packages) throws Exception {
        String main = project.write("@Configuration @ComponentScan%s class Main {}".formatted(packages));
        String one = project.write("@Component class One" + RUN);
        assertThat(project.compile(true, List.of(main, one))).isEmpty();
        assertThat(project.beans()).containsExactly("one");
    }

    @Test
    void aLifecycleMethodIsCalledOnceThoughItOverridesAnother() throws Exception {
        String parent = project.write("""
                class Parent {
                    private boolean inherited;
                    @jakarta.annotation.PostConstruct void begin() { throw new IllegalStateException("overridden"); }
                    @jakarta.annotation.PostConstruct public void inherit() {
                        if (inherited) throw new IllegalStateException("inherited twice");
                        inherited = true;
                    }
                }
                """);
        String child = project.write("""
                @Component public class Child extends Parent implements Runnable {
                    private boolean begun;
                    @Override @jakarta.annotation.PostConstruct void begin() {
                        if (begun) throw new IllegalStateException("begun twice");
                        begun = true;
                    }
                    public void run() {}
                }
                """);
        assertThat(project.compile(true, List.of(child, parent))).isEmpty();
        assertThat(project.beans()).containsExactly("child");
    }

    @Test
    void whatWasCompiledWithoutTheProcessorIsRefusedWithTheCure() throws Exception {
        String one = project.write("@Component class One" + RUN);
        assertThat(project.compile(false, List.of(one))).isEmpty();
        assertThatThrownBy(project::beans)
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll("small.One", "sprout-processor", "annotationProcessorPaths");
    }

    @Test
    void aScannedPackageWithoutBeansIsRefused() throws Exception {
        String main = project.write("@ComponentScan({\"small\", \"small.other\"}) class Main {}");
        assertThat(project.compile(true, List.of(main))).isEmpty();
        assertThatThrownBy(project::beans)
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll("@ComponentScan(\"small.other\")", "sprout-processor");
    }

    @Test
    void twoEndpointsOfTheSamePathsAreRefusedAtStartWithBothNames() throws Exception {
        String one = project.write("@WebSocketHandler(\"/chat/{a}\") class One {}");
        String two = project.write("@WebSocketHandler(\"/chat/{b}\") class Two {}");
        assertThat(project.compile(true, List.of(one, two))).isEmpty();
        assertThatThrownBy(project::start)
                .isInstanceOf(BeanException.class)
                .hasMessageContainingAll("small.One", "small.Two", "/chat/{", "change the path");
    }

    @Test
    void theRoutesOfAMethodHaveTheSameOrderInEveryBuild() throws Exception {
        String controller = project.write("""
                @Controller class A {
                    @sprout.mvc.annotation.PatchMapping("/a")
                    @sprout.mvc.annotation.DeleteMapping("/a")
                    @sprout.mvc.annotation.PutMapping("/a")
                    @sprout.mvc.annotation.PostMapping("/a")
                    @sprout.mvc.annotation.GetMapping("/a")
                    String a() { return ""; }
                }
                """);
        assertThat(project.compile(true, List.of(controller))).doesNotContain("error: ");
        assertThat(folder.resolve("classes/small/SproutRoutes.java"))
                .content()
                .containsSubsequence("\"GET\"", "\"POST\"", "\"PUT\"", "\"DELETE\"", "\"PATCH\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"void", "String", "int", "sprout.mvc.ResponseEntity<?>", "java.util.Optional<byte[]>", "Object"})
    void aResultThatIsThereMayBeThatOfAMethodThatNeverWaits(String type) throws Exception {
        String source = "@Controller class A { @sprout.mvc.annotation.NonBlocking"
                + " @sprout.mvc.annotation.GetMapping(\"/a\") %s a() { throw new Error(); } }".formatted(type);
        assertThat(project.compile(true, List.of(project.write(source)))).doesNotContain("error: ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@Service final class A { @sprout.data.Transactional void work() {} } | A is final | remove 'final'",
                "@Service record A() { @sprout.data.Transactional void work() {} } | A is final | can have a subclass",
                "@Service class A { @sprout.data.Transactional private void work() {} } | A.work cannot be advised | neither private, static nor final",
                "@Service class A { @sprout.data.Transactional public final void work() {} } | A.work cannot be advised by @Transactional | final",
                "@Service @sprout.data.Transactional class A { final void work() {} } | A.work cannot be advised | move the annotation",
                "@Configuration class A { @Bean B b() { return new B(); } static class B { @sprout.data.Transactional void work() {} } } | makes a B itself | @Component",
                "@Aspect class A { @Around(annotation = Deprecated.class) Object a(ProceedingJoinPoint p) { return p; } } | @Deprecated must itself be | @Pointcut",
                "@Aspect class A { @Around(annotation = sprout.data.Transactional.class) void a() {} } | must take a ProceedingJoinPoint | Object",
                "@Aspect class A { @Before(annotation = sprout.data.Transactional.class) int a() { return 1; } } | take nothing or a JoinPoint | return nothing",
                "@Component class A { @Before(annotation = sprout.data.Transactional.class) void a() {} } | belongs into a class | @Aspect",
                "@sprout.data.Row class A {} | must be a record | not private",
                "@sprout.data.Row record A(Thread thread) {} | cannot be read from a column | RowMapper",
                "@sprout.config.ConfigurationProperties(\"a\") record A(Thread thread) {} | cannot be a setting | Duration",
                "@sprout.config.ConfigurationProperties(\"a\") record A(@sprout.config.DefaultValue(\"x\") java.util.List<String> list) {} | list cannot have a @DefaultValue | a List is empty",
                "@sprout.config.ConfigurationProperties(\"a\") record A(@sprout.config.DefaultValue(\"1\") java.util.Optional<Integer> one) {} | one cannot have a @DefaultValue | an Optional is empty",
                "@sprout.config.ConfigurationProperties(\"a\") record A(@sprout.config.DefaultValue(\"1\") B b) { record B(int i) {} } | b cannot have a @DefaultValue | each component",
                "@Controller class A { @sprout.mvc.annotation.GetMapping(\"/a/{id}\") String a(@sprout.mvc.annotation.PathVariable(\"key\") int k) { return \"\"; } } | /a/{id} has no variable {key} | it has [id]",
                "record B(@sprout.mvc.annotation.PathVariable(\"key\") int k) {} @Controller class A { @sprout.mvc.annotation.GetMapping(\"/a/{id}\") String a(B b) { return \"\"; } } | /a/{id} has no variable {key} | it has [id]",
                "@Controller class A { @sprout.mvc.annotation.GetMapping(\"/a\") @sprout.mvc.annotation.NonBlocking java.util.concurrent.CompletableFuture<String> a() { return null; } } | a() promises by @NonBlocking never to wait | instead of a CompletionStage",
                "@Controller @sprout.mvc.annotation.NonBlocking class A { @sprout.mvc.annotation.GetMapping(\"/a\") sprout.mvc.ServerSentEvents a() { return null; } } | a() promises by @NonBlocking never to wait | instead of a ServerSentEvents",
                "@Controller class A { @sprout.mvc.annotation.GetMapping(\"/a\") @sprout.mvc.annotation.NonBlocking sprout.mvc.ResponseEntity<java.io.FileInputStream> a() { return null; } } | a() promises by @NonBlocking never to wait | instead of a InputStream",
                "@Controller class A { @sprout.mvc.annotation.GetMapping(\"/a\") @sprout.mvc.annotation.NonBlocking java.util.Optional<? extends sprout.mvc.StreamingResponseBody> a() { return null; } } | a() promises by @NonBlocking never to wait | instead of a StreamingResponseBody",
                "@Component abstract class A {} | cannot be a component | abstract",
                "@Component class A { A() {} A(int i) {} } | one constructor | @jakarta.inject.Inject",
            })
    void aMistakeIsACompilerErrorThatNamesTheCure(String source, String what, String cure) throws Exception {
        assertThat(project.compile(true, List.of(project.write(source))))
                .contains("error: ", what.strip(), cure.strip());
    }
}
