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
    void aConfigurationInheritsItsBeanMethods() throws Exception {
        String base = project.write("""
                abstract class Base<T extends Runnable> {
                    private final T task;
                    Base(T task) { this.task = task; }
                    @Bean T inherited() { return task; }
                    @Bean("renamed") Runnable overridden() { throw new IllegalStateException("overridden"); }
                }
                """);
        String main = project.write("""
                @Configuration class Main extends Base<Main.Task> {
                    static class Task implements Runnable { public void run() {} }
                    Main() { super(new Task()); }
                    @Override Runnable overridden() { return new Task(); }
                }
                """);
        assertThat(project.compile(true, List.of(main, base))).isEmpty();
        assertThat(project.beans()).containsExactly("inherited", "renamed");
    }

    @Test
    void anEndpointInheritsItsMethods() throws Exception {
        String room = project.write("""
                abstract class Room<T> {
                    @OnOpen void open() {}
                    @MessageMapping T take(@Payload T message) { return message; }
                }
                """);
        String chat = project.write("@WebSocketHandler(\"/chat\") class Chat extends Room<String> {}");
        assertThat(project.compile(true, List.of(chat, room))).doesNotContain("error: ");
        assertThat(folder.resolve("classes/small/SproutEndpoints.java"))
                .content()
                .contains("((small.Chat) endpoint).open()", "((small.Chat) endpoint).take(a.text())");
    }

    @Test
    void aBeanThatIsARecordWithAConstructorOfItsOwnKeepsItsQualifiers() throws Exception {
        String bean = project.write(
                "@Component record A(@Qualifier(\"slow\") Runnable run) { A(Runnable run) { this.run = run; } }");
        assertThat(project.compile(true, List.of(bean))).doesNotContain("error: ");
        assertThat(folder.resolve("classes/small/SproutBeans.java"))
                .content()
                .contains("beans.get(java.lang.Runnable.class, \"slow\")");
    }

    @Test
    void anArgumentIsConvertedByTheFirstFactoryThatFits() throws Exception {
        String code = project.write("""
                record Code(String text) {
                    private static Code parse(String text) { return new Code(text); }
                    static String valueOf(String text) { return text; }
                    static Code of(@org.jspecify.annotations.NonNull String text) { return parse(text); }
                }
                """);
        String controller = project.write("""
                @Controller class A {
                    @sprout.mvc.annotation.GetMapping("/a")
                    String a(@sprout.mvc.annotation.RequestParam Code code) { return code.text(); }
                }
                """);
        assertThat(project.compile(true, List.of(controller, code))).doesNotContain("error: ");
        assertThat(folder.resolve("classes/small/SproutRoutes.java")).content().contains("small.Code.of(t2)");
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
                "@Controller class A { @sprout.mvc.annotation.PostMapping(\"/a\") void a(@sprout.mvc.annotation.RequestBody java.util.ArrayList<String> b) {} } | parameter b cannot be read from JSON as java.util.ArrayList<java.lang.String> | take an array, List, Set",
                "@Controller class A { @sprout.mvc.annotation.PostMapping(\"/a\") void a(@sprout.mvc.annotation.RequestBody java.util.Map<Long, String> b) {} } | parameter b cannot be read from JSON as java.util.Map<java.lang.Long, java.lang.String> | take an array, List, Set",
                "@Controller class A { @sprout.mvc.annotation.PostMapping(\"/a\") void a(@sprout.mvc.annotation.RequestBody java.util.List<java.util.TreeSet<String>> b) {} } | parameter b cannot be read from JSON as java.util.TreeSet | take an array, List, Set",
                "@Controller class A { record B<T>(T t) {} @sprout.mvc.annotation.PostMapping(\"/a\") void a(@sprout.mvc.annotation.RequestBody B<String> b) {} } | parameter b cannot be read from JSON as small.A.B<java.lang.String> | must not be nested",
                "@Controller class A extends sprout.fixture.mvc.Inheritance.Crud<String> { A() { super(java.util.Map.of()); } } | answers requests and so must not be private | must be public if small.A inherits it",
                "class F { static F parse(String text) throws java.io.IOException { return new F(); } } @Controller class A { @sprout.mvc.annotation.GetMapping(\"/a\") void a(@sprout.mvc.annotation.RequestParam F f) {} } | parameter f of type small.F cannot be read from text | no checked exception",
                "@Component class A { A(@Qualifier(\"a\") java.util.List<Runnable> all) {} } | parameter all takes all beans | take a Map",
                "@Component abstract class A {} | cannot be a component | abstract",
                "@Component class A { A() {} A(int i) {} } | one constructor | @jakarta.inject.Inject",
            })
    void aMistakeIsACompilerErrorThatNamesTheCure(String source, String what, String cure) throws Exception {
        assertThat(project.compile(true, List.of(project.write(source))))
                .contains("error: ", what.strip(), cure.strip());
    }
}
