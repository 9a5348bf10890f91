/**
 * Tests that measure time, or wait for it to pass: their outcome depends on the machine and its load. The deep tier may contain
 * such tests; in the usual tier only those in `PACED` may, which work at a pace and assert nothing about it.
 */
import type { SourceFile } from './source-file.ts';

/** By the end of their path; each has its reason, which is never that something has to be waited for. */
const PACED: Readonly<Record<string, string>> = {
  'http/open-connections.test.ts': 'clients that fall silent',
  'assets/upload-queue.test.ts': 'clients that send slowly',
  'bounds/early-refusals.test.ts': 'clients that send slowly',
  'database/refused-writes.test.ts': 'writes that come one after the other',
  'billing/stripe-events.test.ts': 'events that come at any time',
  'dispatch/sender.test.ts': 'receivers that take their time',
  'webhooks/sending.test.ts': 'receivers that take their time',
  'delivery/routes.test.ts': 'requests that come one after the other',
  'audit/command.test.ts': 'kills at any moment',
  'audit/sealing.test.ts': 'a write that comes during another',
  'crash/crash.test.ts': 'kills at any moment',
  'entries/publish-plan.test.ts': 'kills at any moment',
  'quotas/counting.test.ts': 'requests at a rate',
  'quotas/quotas.test.ts': 'requests at a rate',
  'reading/query-count.test.ts': 'statements that belong to no request, which are let pass',
  'tidy/tidy.test.ts': 'examples of both',
  'rich-text/rich-text.test.ts': 'keys at the pace of a person',
};

const ELAPSED = /\bperformance\.now\(\)|\bDate\.now\(\) - \w*(?:At|[bB]egan|[bB]egun|[sS]tarted|[sS]ince)\b/;
const PAUSE = /\bsetTimeout\b[^;]*from 'node:timers\/promises'|(?<![.\w'])setTimeout\(/;

/** Whether a test of the usual tier measures time or pauses. */
export function waitsForTime({ path, code }: Pick<SourceFile, 'path' | 'code'>): boolean {
  if (!path.endsWith('.test.ts') || path.endsWith('.deep.test.ts')) return false;
  if (Object.keys(PACED).some((end) => path.endsWith(`/${end}`))) return false;
  return ELAPSED.test(code) || PAUSE.test(code);
}
