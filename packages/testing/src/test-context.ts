/**
 * Lets the test runner find the test that some code belongs to without a hook for every promise. Node's runner notes each
 * promise that a test makes, and when it is collected, which takes a quarter of the processor time of tests of the whole
 * service; an `AsyncLocalStorage` knows the same for nothing. Loaded before `node:test`, so that the runner takes its two
 * functions from here; everything else gets those of Node. Were the runner to take others one day, it would work as it does
 * without this module.
 */
import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = AsyncResource.prototype;
/** The ids of tests, suites and hooks as asynchronous resources, by which the runner knows them. */
const ids = new WeakMap<object, number>();
const running = new AsyncLocalStorage<number>();

const ofTheRunner: Pick<typeof hooks, 'createHook' | 'executionAsyncId'> = {
  createHook: (callbacks) =>
    createHook({
      ...callbacks,
      init(id, type, triggerId, resource) {
        if (type === 'Test') ids.set(resource, id);
        callbacks.init?.(id, type, triggerId, resource);
      },
      trackPromises: false,
    }),
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
};

AsyncResource.prototype.runInAsyncScope = function <This, Result>(
  this: AsyncResource,
  run: (this: This, ...parameters: unknown[]) => Result,
  that?: This,
  ...parameters: unknown[]
): Result {
  const id = ids.get(this);
  const inside = () => run.apply(that as This, parameters);
  return runInAsyncScope.call(this, id === undefined ? inside : () => running.run(id, inside)) as Result;
};

Object.assign(hooks, ofTheRunner);
await import('node:test');
Object.assign(hooks, { createHook, executionAsyncId });
