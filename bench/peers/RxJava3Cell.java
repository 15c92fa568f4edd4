/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* SPDX-FileCopyrightText: 2026 The rx-glib authors */

import io.reactivex.rxjava3.core.BackpressureStrategy;
import io.reactivex.rxjava3.core.Emitter;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.FlowableSubscriber;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.core.Observer;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.internal.schedulers.ImmediateThinScheduler;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.reactivestreams.Subscription;

/**
 * Measures one cell with RxJava 3, as rx-bench-cell does with rx-glib: the same options, the same output, the same way of
 * waiting. Arguments: observable or flowable, WORKLOAD, SIZE, options.
 */
public final class RxJava3Cell {
    private static final long SPIN_TIME = 50_000; // nanoseconds
    private static final int TRACKED = 100_000, PRODUCERS = 4;
    private static final boolean SPINS = Runtime.getRuntime().availableProcessors() > 1;

    /** The end of an operation; asleep only after a short spin where there is a second processor. */
    private static final class Latch {
        private final CountDownLatch latch = new CountDownLatch(1);

        void open() {
            latch.countDown();
        }

        void await() {
            if (SPINS) {
                long end = System.nanoTime() + SPIN_TIME;
                for (int i = 1; latch.getCount() != 0; i++) {
                    if (i % 32 == 0 && System.nanoTime() >= end) {
                        break;
                    }
                    Thread.onSpinWait();
                }
            }
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Counts the items and opens a latch at the end; of either kind of stream. */
    private static final class Consumer implements Observer<Integer>, FlowableSubscriber<Integer> {
        private static final VarHandle ITEM;
        final Latch latch = new Latch();
        long n;
        Integer item;

        static {
            try {
                ITEM = MethodHandles.lookup().findVarHandle(Consumer.class, "item", Integer.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Override public void onSubscribe(Disposable d) { }

        @Override public void onSubscribe(Subscription s) {
            s.request(Long.MAX_VALUE);
        }

        /** The store keeps the compiler from making one addition of the whole stream. */
        @Override public void onNext(Integer next) {
            ITEM.setRelease(this, next);
            n++;
        }

        @Override public void onError(Throwable e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }

        @Override public void onComplete() {
            latch.open();
        }
    }

    // --- streams ---

    private static Scheduler scheduler(String name) {
        switch (name) {
            case "computation": return Schedulers.computation();
            case "immediate": return ImmediateThinScheduler.INSTANCE;
            case "trampoline": return Schedulers.trampoline();
            case "new-thread": return Schedulers.newThread();
            default: throw new IllegalArgumentException("There is no scheduler " + name);
        }
    }

    /** One object again and again, pushed: neither boxing nor fusion. */
    private static Observable<Integer> constantObservable(int size) {
        return Observable.unsafeCreate(observer -> {
            Integer item = 777;
            observer.onSubscribe(Disposable.empty()); // a new one: the shared one counts as a fused source
            for (int i = 0; i < size; i++) {
                observer.onNext(item);
            }
            observer.onComplete();
        });
    }

    /** What any thread may push into. */
    private static Observable<Integer> emitterObservable(int size) {
        return Observable.create(unsafe -> {
            Emitter<Integer> emitter = unsafe.serialize();
            push(emitter, size);
        });
    }

    private static Flowable<Integer> emitterFlowable(int size) {
        return Flowable.create(unsafe -> {
            Emitter<Integer> emitter = unsafe.serialize();
            push(emitter, size);
        }, BackpressureStrategy.BUFFER);
    }

    private static void push(Emitter<Integer> emitter, int size) {
        Integer item = 777;
        for (int i = 0; i < size; i++) {
            emitter.onNext(item);
        }
        emitter.onComplete();
    }

    private static LongSupplier observable(String operator, Scheduler scheduler, String source, int size) {
        Observable<Integer> up = source.equals("range") ? Observable.range(1, size)
            : source.equals("constant") ? constantObservable(size) : emitterObservable(size);
        Observable<Integer> chain = operator.equals("observe-on") ? up.observeOn(scheduler) : up.subscribeOn(scheduler);
        return () -> {
            Consumer consumer = new Consumer();
            chain.subscribe(consumer);
            consumer.latch.await();
            return consumer.n;
        };
    }

    private static LongSupplier flowable(String operator, Scheduler scheduler, String source, int size) {
        Flowable<Integer> up = source.equals("range") ? Flowable.range(1, size)
            : source.equals("constant") ? Flowable.fromIterable(Collections.nCopies(size, 777)).hide()
            : emitterFlowable(size);
        Flowable<Integer> chain = operator.equals("observe-on") ? up.observeOn(scheduler) : up.subscribeOn(scheduler);
        return () -> {
            Consumer consumer = new Consumer();
            chain.subscribe(consumer);
            consumer.latch.await();
            return consumer.n;
        };
    }

    // --- tasks on one worker ---

    private static Latch latch;
    private static long run, cancelled, goal;

    private static void expect(long n) {
        run = cancelled = 0;
        goal = n;
        latch = new Latch();
    }

    private static void count() {
        if (++run == goal) {
            latch.open();
        }
    }

    private static int[] shuffled(int n) {
        int[] numbers = new int[n];
        Random random = new Random(42);
        for (int i = 0; i < n; i++) {
            int j = random.nextInt(i + 1);
            numbers[i] = numbers[j];
            numbers[j] = i;
        }
        return numbers;
    }

    private static LongSupplier tasks(Scheduler.Worker worker, int size, int producers) {
        return () -> {
            expect(size);
            Runnable produce = () -> {
                for (int i = size / producers; i > 0; i--) {
                    worker.schedule(RxJava3Cell::count);
                }
            };
            if (producers == 1) {
                produce.run();
            } else {
                for (int i = 0; i < producers; i++) {
                    new Thread(produce).start();
                }
            }
            latch.await();
            return run;
        };
    }

    private static long cancelAll(Disposable[] tasks, int[] order) {
        long n = 0;
        for (int i : order) {
            tasks[i].dispose();
            n += tasks[i].isDisposed() ? 1 : 0;
        }
        return n;
    }

    private static LongSupplier timed(Scheduler.Worker worker, int size) {
        int[] order = shuffled(size);
        Disposable[] tasks = new Disposable[size];
        worker.schedule(RxJava3Cell::count, 30, TimeUnit.MINUTES);
        return () -> {
            run = 0;
            for (int i = 0; i < size; i++) {
                tasks[i] = worker.schedule(RxJava3Cell::count, 60, TimeUnit.MINUTES);
            }
            return cancelAll(tasks, order) - run;
        };
    }

    private static void roundInOrder(Scheduler.Worker worker, int size) {
        if (run >= goal) {
            latch.open();
            return;
        }
        for (int i = 0; i < size; i++) {
            worker.schedule(() -> run++);
        }
        worker.schedule(() -> roundInOrder(worker, size));
    }

    private static void roundOutOfOrder(Scheduler.Worker worker, Disposable[] tasks, int[] order) {
        if (cancelled >= goal) {
            latch.open();
            return;
        }
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = worker.schedule(() -> run++);
        }
        cancelled += cancelAll(tasks, order);
        worker.schedule(() -> roundOutOfOrder(worker, tasks, order));
    }

    private static LongSupplier tracking(Scheduler.Worker worker, int size, boolean inOrder) {
        int[] order = shuffled(size);
        Disposable[] tasks = new Disposable[size];
        return () -> {
            expect(TRACKED);
            worker.schedule(() -> {
                if (inOrder) {
                    roundInOrder(worker, size);
                } else {
                    roundOutOfOrder(worker, tasks, order);
                }
            });
            latch.await();
            return inOrder ? run : cancelled - run;
        };
    }

    private static LongSupplier workload(String impl, String name, int size) {
        String[] part = name.split("/");
        switch (part[0]) {
            case "observe-on":
            case "subscribe-on":
                return impl.equals("observable") ? observable(part[0], scheduler(part[1]), part[2], size)
                    : flowable(part[0], scheduler(part[1]), part[2], size);
            case "memory":
                return impl.equals("observable") ? observable(part[1], Schedulers.computation(), part[2], size)
                    : flowable(part[1], Schedulers.computation(), part[2], size);
            default:
        }
        Scheduler.Worker worker = Schedulers.computation().createWorker();
        switch (name) {
            case "tasks/1-producer": return tasks(worker, size, 1);
            case "tasks/4-producers": return tasks(worker, size, PRODUCERS);
            case "timed/schedule-cancel": return timed(worker, size);
            case "tracking/in-order": return tracking(worker, size, true);
            case "tracking/out-of-order": return tracking(worker, size, false);
            default: throw new IllegalArgumentException("There is no workload " + name);
        }
    }

    // --- the runner ---

    private static int batch = 1;

    private static void runOnce(LongSupplier workload, String name, long total) {
        long n = workload.getAsLong();
        if (n != total) {
            System.err.println(name + ": the consumer counted " + n + " instead of " + total);
            Runtime.getRuntime().halt(1);
        }
    }

    private static double iterate(LongSupplier workload, String name, long total, double seconds) {
        long start = System.nanoTime(), now = start, goal = start + (long) (seconds * 1e9), n = 0;
        do {
            long before = now;
            for (int i = 0; i < batch; i++) {
                runOnce(workload, name, total);
            }
            n += batch;
            now = System.nanoTime();
            if (now - before < 100_000) {
                batch *= 2;
            }
        } while (now - goal < 0);
        return n * 1e9 / (now - start);
    }

    private static void printPeak() throws java.io.IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                System.out.println(line.replaceAll("\\D", ""));
            }
        }
    }

    public static void main(String[] args) throws Exception {
        int warmUps = 5, iterations = 5, size = Integer.parseInt(args[2]);
        double seconds = 1;
        boolean peak = false;
        for (int i = 3; i < args.length; i++) {
            switch (args[i]) {
                case "--warm-up": warmUps = Integer.parseInt(args[++i]); break;
                case "--iterations": iterations = Integer.parseInt(args[++i]); break;
                case "--time": seconds = Double.parseDouble(args[++i]); break;
                case "--peak": peak = true; break;
                default: throw new IllegalArgumentException(args[i]);
            }
        }
        String name = args[1];
        LongSupplier workload = workload(args[0], name, size);
        long total = name.startsWith("tracking/") ? TRACKED : size;
        if (peak) {
            runOnce(workload, name, total);
            printPeak();
        } else {
            for (int i = 0; i < warmUps; i++) {
                iterate(workload, name, total, seconds);
            }
            for (int i = 0; i < iterations; i++) {
                System.out.println(iterate(workload, name, total, seconds));
            }
        }
        Runtime.getRuntime().halt(0); // the schedulers' threads would stay
    }
}
