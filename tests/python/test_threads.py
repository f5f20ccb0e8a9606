"""Any thread may use a store, and none waits for Python while the library works."""

import signal
import threading
import time
import unittest
from unittest import mock

import firstprint
from firstprint import _store
from support import ARTICLE, Scratch, article

THREADS, PAGES = 50, 12


class Threads(Scratch):
    def test_fifty_threads_judge_and_read_at_once(self):
        seen, errors = [], []
        begin = threading.Barrier(THREADS)

        def work(thread, store):
            try:
                begin.wait()
                found = [store.judge(text=ARTICLE)]
                for i in range(PAGES):
                    found.append(store.judge(text=article(thread * PAGES + i), name=f"{thread}/{i}"))
                    if store.get(found[-1].id).name != f"{thread}/{i}":
                        raise AssertionError("the answer to another thread's question")
                found += store.judge_all({"text": article(10_000 + thread * PAGES + i)} for i in range(PAGES))
                seen.extend(found)
            except BaseException as why:
                errors.append(why)

        with firstprint.open(self.path) as store:
            threads = [threading.Thread(target=work, args=(n, store)) for n in range(THREADS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(errors, [])
            total = THREADS * (1 + 2 * PAGES)
            self.assertEqual(len({x.id for x in seen}), total)
            verdicts = [x.verdict for x in seen]
            self.assertEqual((verdicts.count("unique"), verdicts.count("duplicate")), (total - THREADS + 1, THREADS - 1))
            self.assertEqual([x.id for x in store], list(range(1, total + 1)))

    def test_a_signal_handler_closes_the_store_after_the_call_it_interrupts(self):
        said = []

        def stop(*_):
            with self.assertRaisesRegex(firstprint.Misuse, "this thread is using the store"):
                store.judge(text=ARTICLE)
            store.close()
            said.append(store._handle.is_closed)

        judge = _store.lib.firstprint_judge

        def interrupted(*arguments):
            code = judge(*arguments)
            signal.raise_signal(signal.SIGUSR1)  # the handler runs here, inside of use()
            return code

        store = firstprint.open(self.path)
        before = signal.signal(signal.SIGUSR1, stop)
        try:
            with mock.patch.object(_store.lib, "firstprint_judge", interrupted):
                self.assertEqual(store.judge(text=ARTICLE, name="a").verdict, "unique")
        finally:
            signal.signal(signal.SIGUSR1, before)
        self.assertEqual(said, [False])
        with self.assertRaises(firstprint.Closed):
            store.get(1)
        with firstprint.open(self.path) as again:
            self.assertEqual(again.get("a").id, 1)

    def test_others_run_while_a_batch_is_judged(self):
        pages = [{"html": f"<p>{article(i)} {article(-i)}" * 10} for i in range(400)]
        calls = []
        judge_all = _store.lib.firstprint_judge_all

        def timed(*arguments):
            began = time.perf_counter()
            code = judge_all(*arguments)
            calls.append((began, time.perf_counter()))
            return code

        ticks = []
        with firstprint.open(None) as store, mock.patch.object(_store.lib, "firstprint_judge_all", timed):
            judging = threading.Thread(target=lambda: list(store.judge_all(pages, batch=len(pages))))
            judging.start()
            while judging.is_alive():
                time.sleep(0.002)
                ticks.append(time.perf_counter())
        [(began, ended)] = calls
        self.assertGreater(ended - began, 0.05)
        self.assertGreater(sum(began < tick < ended for tick in ticks), 5)

    def test_close_waits_for_a_call_of_another_thread(self):
        pages = [{"html": f"<p>{article(i)}" * 20} for i in range(300)]
        said = []
        store = firstprint.open(None)

        def judge():
            try:
                said.extend(store.judge_all(pages, batch=len(pages)))
            except firstprint.Closed as why:
                said.append(why)

        judging = threading.Thread(target=judge)
        judging.start()
        time.sleep(0.05)
        store.close()
        judging.join()
        self.assertIn(len(said), (1, len(pages)))


if __name__ == "__main__":
    unittest.main()
