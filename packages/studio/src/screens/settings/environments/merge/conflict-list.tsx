/** What two environments changed differently, to be decided value by value: as it was, as it is here, and as it is there. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { memo, type ReactNode, useCallback, useMemo, useRef } from 'react';
import type { ComparedResource, MergeConflict } from '../../../../api/types.ts';
import type { Naming } from '../../../../fields/blocks/inner-lines.ts';
import { Compared } from '../../../../fields/compared.tsx';
import type { ValueLine } from '../../../../fields/lines-of-field.ts';
import { ShownValue } from '../../../../fields/shown-value.tsx';
import { PlacedRows } from '../../../../frame/selection/placed-rows.tsx';
import { useRowsInSight } from '../../../../frame/selection/use-rows-in-sight.ts';
import { Button, Group, Radio, Stack, Text } from '../../../../ui/index.ts';
import { usePairModel } from '../compare/pair-surroundings.tsx';
import { ResourceTitle } from '../compare/resource-title.tsx';
import { useNaming } from '../compare/use-naming.ts';
import { valueLines } from '../compare/value-lines.ts';
import { linksAsIn } from '../compare/value-links.ts';
import { useValueName } from '../compare/value-list.tsx';
import { type Decisions, resourceOf, type Take, takesOf } from './decisions.ts';
import styles from './merge.module.css';

/** Pixels of one conflict, until it is seen. */
const ROWS = { height: 200, around: 4, ahead: 0, more: () => undefined };

interface ConflictListProperties {
  readonly conflicts: readonly MergeConflict[];
  /** Those that the plan with the decisions still has. */
  readonly stillThere: ReadonlySet<string>;
  readonly decisions: Decisions;
  readonly items: readonly ComparedResource[];
  readonly decide: (conflict: MergeConflict, take: Take) => void;
  readonly decideAll: (take: Take) => void;
}

export function ConflictList(properties: ConflictListProperties): ReactNode {
  const { conflicts, stillThere, decisions, items, decide, decideAll } = properties;
  const { t } = useLingui();
  const viewport = useRef<HTMLDivElement>(null);
  const byPath = useMemo(() => new Map(items.map((item) => [item.path, item])), [items]);
  const keyOf = useCallback((index: number) => conflicts[index]?.path ?? index, [conflicts]);
  const inSight = useRowsInSight({ viewport, count: conflicts.length, keyOf, ...ROWS });
  return (
    <Stack gap="sm">
      <ForAll conflicts={conflicts} decisions={decisions} decideAll={decideAll} />
      <section ref={viewport} className={styles.viewport} aria-label={t`Conflicts`}>
        <PlacedRows rows={inSight}>
          {(index) => {
            const conflict = conflicts[index];
            if (conflict === undefined) return null;
            return (
              <ConflictRow
                conflict={conflict}
                resource={resourceOf(conflict.path, byPath)}
                take={decisions.get(conflict.path)}
                isStillThere={stillThere.has(conflict.path)}
                decide={decide}
              />
            );
          }}
        </PlacedRows>
      </section>
    </Stack>
  );
}

interface ForAllProperties extends Pick<ConflictListProperties, 'conflicts' | 'decisions' | 'decideAll'> {}

function ForAll({ conflicts, decisions, decideAll }: ForAllProperties): ReactNode {
  const { i18n } = useLingui();
  const { from, to } = usePairModel();
  const words = new Intl.NumberFormat(i18n.locale);
  const decided = conflicts.filter(({ path }) => decisions.has(path)).length;
  const countOf = (take: Take) => words.format(conflicts.filter((one) => takesOf(one).includes(take)).length);
  return (
    <Group gap="xs">
      <Button variant="default" size="xs" onClick={() => decideAll('target')}>
        <Trans>
          Use all from {to} ({countOf('target')})
        </Trans>
      </Button>
      <Button variant="default" size="xs" onClick={() => decideAll('source')}>
        <Trans>
          Use all from {from} ({countOf('source')})
        </Trans>
      </Button>
      <Text size="sm" c="dimmed" role="status">
        <Trans>
          {words.format(decided)} of {words.format(conflicts.length)} decided
        </Trans>
      </Text>
    </Group>
  );
}

interface ConflictRowProperties {
  readonly conflict: MergeConflict;
  /** Null where the comparison does not have it. */
  readonly resource: ComparedResource | null;
  readonly take: Take | undefined;
  readonly isStillThere: boolean;
  readonly decide: (conflict: MergeConflict, take: Take) => void;
}

const ConflictRow = memo(function ConflictRow(properties: ConflictRowProperties): ReactNode {
  const { conflict, resource, take, isStillThere, decide } = properties;
  const { from, to } = usePairModel();
  const paths = useMemo(() => [conflict], [conflict]);
  const naming = useNaming(resource, paths);
  const lines = useMemo(
    () => (naming === null ? [] : linesOf(conflict, resource, naming)),
    [conflict, resource, naming],
  );
  const [first] = lines;
  const rule = useRuleWords()[conflict.rule];
  const takes = takesOf(conflict);
  return (
    <fieldset className={styles.conflict} data-decided={take !== undefined || undefined}>
      <legend className={styles.legend}>
        {resource === null ? (
          conflict.path
        ) : (
          <span className={styles.title}>
            <ResourceTitle resource={resource} />
          </span>
        )}
        {first !== undefined && lines.length === 1 && (
          <>
            {' · '}
            <LineName line={first} />
          </>
        )}
      </legend>
      <Text size="sm" c="dimmed">
        {rule}
      </Text>
      {isStillThere && take !== undefined && (
        <Text size="sm" c="var(--failed)" role="status">
          <Trans>
            This choice does not solve it. Take the other side, or change it in one of the two environments first.
          </Trans>
        </Text>
      )}
      <div className={styles.sides}>
        <Side
          title={<Trans comment="Above a value, as it was before two people changed it">Before</Trans>}
          lines={lines}
          side="base"
        />
        <Side
          title={<Choice conflict={conflict} take="target" name={to} isTaken={take === 'target'} decide={decide} />}
          lines={lines}
          side="target"
        />
        <Side
          title={
            takes.includes('source') ? (
              <Choice conflict={conflict} take="source" name={from} isTaken={take === 'source'} decide={decide} />
            ) : (
              <Trans>In {from}, cannot be taken</Trans>
            )
          }
          lines={lines}
          side="source"
        />
      </div>
    </fieldset>
  );
});

interface ChoiceProperties {
  readonly conflict: MergeConflict;
  readonly take: Take;
  readonly name: string;
  readonly isTaken: boolean;
  readonly decide: (conflict: MergeConflict, take: Take) => void;
}

function Choice({ conflict, take, name, isTaken, decide }: ChoiceProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Radio
      name={conflict.path}
      value={take}
      size="sm"
      label={t`Use the one from ${name}`}
      checked={isTaken}
      onChange={() => decide(conflict, take)}
    />
  );
}

interface SideProperties {
  readonly title: ReactNode;
  readonly lines: readonly ValueLine[];
  readonly side: 'base' | 'target' | 'source';
}

/** All values of a side; those of the two that changed it with what differs from before marked. */
function Side({ title, lines, side }: SideProperties): ReactNode {
  return (
    <div className={styles.side}>
      <div className={styles.choice}>{title}</div>
      {lines.map((line) => (
        <div key={line.path}>
          {lines.length > 1 && (
            <Text size="xs" c="dimmed">
              <LineName line={line} />
            </Text>
          )}
          {side === 'base' || line[side] === undefined ? (
            <ShownValue field={line.model} value={line[side]} />
          ) : (
            <Compared field={line.model} before={line.base} after={line[side]} />
          )}
        </div>
      ))}
    </div>
  );
}

function LineName({ line }: { readonly line: ValueLine }): ReactNode {
  return useValueName(line);
}

function linesOf(conflict: MergeConflict, resource: ComparedResource | null, naming: Naming): readonly ValueLine[] {
  if (resource !== null) return valueLines(resource, linksAsIn(resource.source.id)(conflict), naming);
  const [kind = '', ...key] = conflict.path.split('.');
  const known = {
    path: conflict.path,
    kind: kind === 'entries' ? 'entry' : 'content_type',
    key: key.join('.'),
  } as const;
  return valueLines({ ...known, content_type: null }, conflict, naming);
}

/** What the trouble with each kind of conflict is. */
function useRuleWords(): Readonly<Record<MergeConflict['rule'], string>> {
  const { t } = useLingui();
  const { from, to } = usePairModel();
  return {
    both_changed: t`Both changed it, to different values.`,
    deleted: t`One of the two removed what the other one changed.`,
    data_loss: t`With the change of ${from}, values in ${to} would no longer be shown.`,
    no_place: t`${to} has no place for this value: no such field, language, component or content type.`,
    taken: t`Another field or content type of ${to} has this id already.`,
    in_use: t`${to} still uses this content type.`,
    slug: t`Another entry in ${to} has this slug.`,
    unique: t`Another entry in ${to} has this value, and it has to be unique.`,
  };
}

/** How many are left, as the sentence that stands at the button of the merge. */
export function LeftToDecide({ count }: { readonly count: number }): ReactNode {
  return <Plural value={count} one="# decision is left." other="# decisions are left." />;
}
