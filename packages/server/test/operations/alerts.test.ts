/**
 * The alerting rules and the dashboard: both are parsed as Prometheus parses them, and name only series, labels and routes
 * that `/metrics` has. Each alert has a chapter that says what to do.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { send } from '../../../testing/src/client.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { freshBackupFolder } from './backup/fresh-folder.ts';

const FOLDER = new URL('../../../../docs/operations/', import.meta.url);
const METRICS_TOKEN = 'a-token-for-the-metrics-in-alerts';
/** What Prometheus itself adds. */
const ADDED_SERIES = ['up'];
const ADDED_LABELS = ['job', 'instance', 'exported_job', 'le'];
const DURATION = /^\d+[smhd]$/;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}

interface Panel {
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

/** What one expression asks for. */
interface Selection {
  readonly series: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

const rules = (
  parse(readFileSync(new URL('alerts.yaml', FOLDER), 'utf8')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(readFileSync(new URL('grafana-dashboard.json', FOLDER), 'utf8')) as { panels: Panel[] };
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const expressions = [
  ...rules.map(({ alert, expr }) => ({ of: alert, expr })),
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ of: title, expr: plain(expr) }))),
];

describe('the alerting rules', () => {
  it('are complete, and each has a chapter that says what to do', () => {
    assert.ok(rules.length >= 15);
    assert.equal(new Set(rules.map(({ alert }) => alert)).size, rules.length, 'each alert has a name of its own');
    const page = readFileSync(new URL('alerts.md', FOLDER), 'utf8');
    const chapters = [...page.matchAll(/^### (\S+)$/gm)].map(([, name]) => name ?? '');
    assert.deepEqual(
      chapters,
      rules.map(({ alert }) => alert),
      'docs/operations/alerts.md has a chapter for each alert, in their order',
    );
    for (const { alert, labels, annotations, for: waits = '0s' } of rules) {
      assert.match(alert, /^Lectern[A-Z]\w+$/);
      assert.ok(['critical', 'warning'].includes(labels.severity), alert);
      assert.match(waits, DURATION, alert);
      assert.ok(annotations.summary.length > 10, alert);
      assert.equal(annotations.runbook, `docs/operations/alerts.md#${alert.toLowerCase()}`);
    }
  });

  it('and all panels of the dashboard are valid PromQL', () => {
    assert.ok(panels.every(({ targets = [] }) => targets.length > 0));
    for (const { of, expr } of expressions) assert.deepEqual(errorsIn(expr), [], `${of}: ${expr}`);
    assert.deepEqual(errorsIn('sum(rate(x[5m])'), ['at 15'], 'the parser finds errors');
  });
});

onEachEngine(
  'alerting rules and dashboard',
  (stage) => {
    it('name only series and labels that there are, and routes that match', async () => {
      await send(stage.url, 'GET', '/healthz');
      const { text } = await send(stage.url, 'GET', '/metrics', {
        headers: { authorization: `Bearer ${METRICS_TOKEN}` },
      });
      const known = seriesOf(text);
      const labels = new Set([...[...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name ?? ''), ...ADDED_LABELS]);
      const document = await send(stage.url, 'GET', '/openapi.json');
      const routes = Object.keys(document.at('paths') as object).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
      for (const { of, expr } of expressions) {
        for (const { series, matchers } of selectionsIn(expr)) {
          assert.ok(known.has(series) || ADDED_SERIES.includes(series), `${of}: there is no ${series}`);
          for (const { label, operator, value } of matchers) {
            assert.ok(labels.has(label), `${of}: there is no label ${label}`);
            if (label !== 'route' || operator !== '=~') continue;
            assert.ok(
              routes.some((route) => new RegExp(`^(?:${value})$`).test(route)),
              `${of}: no route matches ${value}`,
            );
          }
        }
        for (const label of groupingsIn(expr)) assert.ok(labels.has(label), `${of}: there is no label ${label}`);
      }
    });
  },
  { LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_BACKUP: freshBackupFolder() },
);

/** An expression of a dashboard without what Grafana fills in. */
function plain(expression: string): string {
  return expression.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'lectern');
}

/** Where an expression is wrong. */
function errorsIn(expression: string): string[] {
  const errors: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ type, from }) => {
      if (type.isError) errors.push(`at ${from}`);
    },
  });
  return errors;
}

function selectionsIn(expression: string): Selection[] {
  const found: { series: string; matchers: { label: string; operator: string; value: string }[] }[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, from, to }) => {
      const text = expression.slice(from, to);
      if (name === 'VectorSelector') found.push({ series: /^\w+/.exec(text)?.[0] ?? text, matchers: [] });
      const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/s.exec(text) ?? [];
      if (name === 'UnquotedLabelMatcher') found.at(-1)?.matchers.push({ label, operator, value });
    },
  });
  return found;
}

/** The labels by which an expression groups. */
function groupingsIn(expression: string): string[] {
  const labels: string[] = [];
  parser.parse(expression).iterate({
    enter: ({ name, node, from, to }) => {
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') labels.push(expression.slice(from, to));
    },
  });
  return labels;
}

/** The series of a page of metrics. */
function seriesOf(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
}
