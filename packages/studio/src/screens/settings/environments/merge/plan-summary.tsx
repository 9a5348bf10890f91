/** What a merge would do, or did: how many of each, which ones, what readers see differently, and what would be refused. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inWords } from '../../../../api/problem.ts';
import type { Merge, MergeResult } from '../../../../api/types.ts';
import { Alert, List, Stack, Text } from '../../../../ui/index.ts';
import { ChangedCounts } from './changed-counts.tsx';
import styles from './merge.module.css';
import { usePlaceNames } from './use-place-names.ts';

/** So many lines of a list are shown; the others are counted. */
const LINES_SHOWN = 200;

interface PlanSummaryProperties {
  readonly plan: MergeResult;
  /** Whether it is the plan of the decisions as they are. */
  readonly isCurrent: boolean;
}

export function PlanSummary({ plan, isCurrent }: PlanSummaryProperties): ReactNode {
  return (
    <Stack gap="sm" aria-busy={!isCurrent}>
      <Text size="sm">
        <ChangedCounts changed={plan.changed} />
      </Text>
      {plan.parts > 1 && (
        <Text size="sm">
          <Plural
            value={plan.parts}
            one="It is written in # part."
            other="It is written in # parts, one after the other: readers see for a moment what is between two of them."
          />
        </Text>
      )}
      <Refusals plan={plan} />
      <ChangeLists changes={plan} />
    </Stack>
  );
}

/** What saving or publishing would refuse. */
function Refusals({ plan }: Pick<PlanSummaryProperties, 'plan'>): ReactNode {
  const { errors } = plan;
  const nameOf = usePlaceNames(plan);
  if (errors.length === 0) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={<Trans>This would be refused</Trans>}>
      <Text size="sm" mb={4}>
        <Trans>Change it in one of the two environments, or leave the entry out.</Trans>
      </Text>
      <Lines
        lines={errors.map((error) => {
          const { path, message } = inWords(error);
          return `${nameOf(path)}: ${message}`;
        })}
      />
    </Alert>
  );
}

type Changes = Pick<Merge, 'into' | 'model' | 'entries' | 'assets' | 'becomes_visible'>;

/** Which resources change, and what readers see differently, folded. */
export function ChangeLists({ changes }: { readonly changes: Changes }): ReactNode {
  const { t } = useLingui();
  const nameOf = usePlaceNames(changes);
  const actions = { create: t`created`, update: t`changed`, delete: t`removed` };
  const all = [...changes.model, ...changes.entries, ...changes.assets];
  const lines = all.map((one) => {
    const published = 'publish' in one && one.publish ? ` · ${t`published`}` : '';
    return `${one.key} · ${actions[one.action]}${published}`;
  });
  return (
    <>
      {lines.length > 0 && (
        <details>
          <summary>
            <Trans>What changes ({lines.length})</Trans>
          </summary>
          <Lines lines={lines} />
        </details>
      )}
      {changes.becomes_visible.length > 0 ? (
        <details>
          <summary>
            <Plural
              value={changes.becomes_visible.length}
              one="Readers see # value differently"
              other="Readers see # values differently"
            />
          </summary>
          <Lines lines={changes.becomes_visible.map(nameOf)} />
        </details>
      ) : (
        lines.length > 0 && (
          <Text size="sm">
            <Trans>Readers see no difference.</Trans>
          </Text>
        )
      )}
    </>
  );
}

/** Places that are called the same are one line. */
export function Lines({ lines: all }: { readonly lines: readonly string[] }): ReactNode {
  const lines = [...new Set(all)];
  const left = lines.length - LINES_SHOWN;
  return (
    <List size="sm" className={styles.list} tabIndex={0}>
      {lines.slice(0, LINES_SHOWN).map((line) => (
        <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
          {line}
        </List.Item>
      ))}
      {left > 0 && (
        <List.Item>
          <Plural value={left} one="and # more" other="and # more" />
        </List.Item>
      )}
    </List>
  );
}
