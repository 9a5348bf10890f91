/** One entry of a release: what happens to it, what is in the way, and what differs. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useMemo } from 'react';
import { isEditable } from '../../api/editable-releases.ts';
import { inWords } from '../../api/problem.ts';
import type { Release, ReleasedEntry } from '../../api/types.ts';
import { Compared } from '../../fields/compared.tsx';
import type { EntryModel } from '../../fields/lines-of-field.ts';
import { nameOfPlace } from '../../fields/places.ts';
import { type Change, useChangeWords } from '../../frame/releases/change-words.ts';
import { usePlace } from '../../frame/use-place.ts';
import {
  Alert,
  Badge,
  Group,
  LinkAnchor,
  List,
  RowActions,
  RowButton,
  RowLink,
  Stack,
  Text,
  Title,
} from '../../ui/index.ts';
import { Conflict } from './conflict.tsx';
import { type EntryPlan, linesOfDifference, type ReleaseLine } from './in-the-way.ts';
import { partId } from './lead-to-entry.ts';
import { LineName } from './line-name.tsx';
import styles from './releases.module.css';
import { useEntryModel } from './use-entry-model.ts';
import { isStillToCome } from './words.ts';

const COLOURS: Readonly<Record<Change, string>> = {
  create: 'green',
  change: 'blue',
  publish: 'green',
  unpublish: 'gray',
  archive: 'gray',
  delete: 'red',
};

interface EntryPartProperties {
  readonly release: Release;
  readonly entry: ReleasedEntry;
  /** Undefined as long as it is not known, and where nothing is in the way. */
  readonly plan: EntryPlan | undefined;
  readonly mayChange: boolean;
  /** Whether its differences are shown without being asked for. */
  readonly isOpen: boolean;
  readonly onTakeOut: () => void;
  readonly onMove: () => void;
}

export function EntryPart(properties: EntryPartProperties): ReactNode {
  const { release, entry, plan, mayChange, isOpen, onTakeOut, onMove } = properties;
  const place = usePlace();
  const model = useEntryModel(entry, pathsOf(entry, plan));
  const heading = useId();
  const isToCome = isStillToCome(release);
  const hasPage = isEditable(release) && model.type?.preview_url != null;
  return (
    <section className={styles.entry} id={partId(entry.key)} aria-labelledby={heading} tabIndex={-1}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="xs" flex="1 1 200px">
            <Title order={3} id={heading} className={styles.name} dir="auto">
              <EntryTitle entry={entry} inRelease={isToCome && entry.change === 'create' ? release.id : undefined} />
            </Title>
            <ChangeBadge change={entry.change} />
            <Text size="xs" c="dimmed">
              {model.type?.name ?? entry.content_type}
            </Text>
          </Group>
          <RowActions>
            {hasPage && (
              <RowLink
                aria-describedby={heading}
                to="/spaces/$space/$environment/content/$key"
                params={{ ...place, key: entry.key }}
                search={{ in: release.id, panel: 'preview' }}
              >
                <Trans comment="Link: the page of an entry on the site, as it is in the release">Preview</Trans>
              </RowLink>
            )}
            {mayChange && (
              <>
                <RowLink
                  aria-describedby={heading}
                  to="/spaces/$space/$environment/content/$key"
                  params={{ ...place, key: entry.key }}
                  search={{ in: release.id }}
                >
                  <Trans comment="Link: opens an entry inside of the release">Edit in release</Trans>
                </RowLink>
                <RowButton aria-describedby={heading} onClick={onMove}>
                  <Trans>Move…</Trans>
                </RowButton>
                <RowButton aria-describedby={heading} onClick={onTakeOut}>
                  <Trans>Take out…</Trans>
                </RowButton>
              </>
            )}
          </RowActions>
        </Group>
        {plan !== undefined && <Problems entry={entry} plan={plan} model={model} />}
        {plan?.conflicts.map((conflict) => (
          <Conflict
            key={conflict.path}
            release={release}
            entryKey={entry.key}
            conflict={conflict}
            model={model}
            mayDecide={mayChange}
          />
        ))}
        <Differences entry={entry} plan={plan} model={model} isOpen={isOpen} />
        {plan !== undefined && <Overlaps plan={plan} model={model} />}
      </Stack>
    </section>
  );
}

/** Of all values that are shown of the entry. */
function pathsOf({ differences }: ReleasedEntry, plan: EntryPlan | undefined): readonly string[] {
  const inWay = [...(plan?.conflicts ?? []), ...(plan?.overlaps ?? [])].map(({ inner }) => inner);
  return [...differences, ...(plan?.problems ?? [])].map(({ path }) => path).concat(inWay);
}

interface EntryTitleProperties {
  readonly entry: ReleasedEntry;
  /** Id of the release, where the entry is in that alone: one that it creates is elsewhere once that is published. */
  readonly inRelease: string | undefined;
}

function EntryTitle({ entry: { key, title }, inRelease }: EntryTitleProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const words = title ?? t`Untitled`;
  return (
    <LinkAnchor
      to="/spaces/$space/$environment/content/$key"
      params={{ ...place, key }}
      search={inRelease === undefined ? {} : { in: inRelease }}
      inherit
    >
      {words}
    </LinkAnchor>
  );
}

function ChangeBadge({ change }: { readonly change: Change }): ReactNode {
  return (
    <Badge variant="light" color={COLOURS[change]}>
      {useChangeWords()[change]}
    </Badge>
  );
}

interface PartProperties {
  readonly plan: EntryPlan;
  readonly model: EntryModel;
}

/** What keeps the entry from being published. */
function Problems({ entry, plan, model }: PartProperties & { readonly entry: ReleasedEntry }): ReactNode {
  const place = usePlace();
  if (plan.problems.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      title={<Plural value={plan.problems.length} one="# problem keeps it back" other="# problems keep it back" />}
    >
      <Stack gap="xs">
        <List size="sm">
          {plan.problems.map((problem) => {
            const name = nameOfPlace(problem.path, model);
            return (
              <List.Item key={`${problem.path} ${problem.rule}`}>
                {name !== '' && `${name}: `}
                {inWords(problem).message}
              </List.Item>
            );
          })}
        </List>
        {entry.change === 'publish' && (
          <Text size="sm">
            <LinkAnchor
              to="/spaces/$space/$environment/content/$key"
              params={{ ...place, key: entry.key }}
              search={{ panel: 'problems' }}
              inherit
            >
              <Trans>Correct it in the entry</Trans>
            </LinkAnchor>
          </Text>
        )}
      </Stack>
    </Alert>
  );
}

interface DifferencesProperties extends Pick<EntryPartProperties, 'entry' | 'plan' | 'isOpen'> {
  readonly model: EntryModel;
}

/** Those that are to be decided stand above them. */
function Differences({ entry, plan, model, isOpen }: DifferencesProperties): ReactNode {
  const { differences } = entry;
  const conflicts = plan?.conflicts;
  const lines = useMemo(() => {
    const isOpenQuestion = (path: string) => conflicts?.some(({ inner }) => inner === path) === true;
    const settled = differences.filter(({ path }) => !isOpenQuestion(path));
    return settled.flatMap((difference) => linesOfDifference(difference, model));
  }, [differences, conflicts, model]);
  if (lines.length === 0) return null;
  return (
    <details open={isOpen}>
      <summary className={styles.summary}>
        <Plural value={lines.length} one="# change" other="# changes" />
      </summary>
      <div className={styles.lines}>
        {lines.map((line) => (
          <div key={line.path}>
            <Text size="xs" fw={600} component="h4">
              <LineName line={line} />
            </Text>
            <DifferenceValue line={line} />
          </div>
        ))}
      </div>
    </details>
  );
}

function DifferenceValue({ line }: { readonly line: ReleaseLine }): ReactNode {
  if (!line.isOrder) return <Compared field={line.model} before={line.base} after={line.source} />;
  return (
    <Text size="sm">
      <Trans>The blocks stand in another order.</Trans>
    </Text>
  );
}

/** Other releases that write the same values. */
function Overlaps({ plan: { overlaps }, model }: PartProperties): ReactNode {
  const { i18n } = useLingui();
  const place = usePlace();
  const list = new Intl.ListFormat(i18n.locale);
  const byRelease = [...Map.groupBy(overlaps, ({ release }) => release)];
  return byRelease.map(([release, values]) => {
    const names = [...new Set(values.map(({ inner }) => nameOfPlace(inner, model)))].filter((name) => name !== '');
    const link = (
      <LinkAnchor
        to="/spaces/$space/$environment/releases/$release"
        params={{ ...place, release }}
        inherit
        underline="always"
      >
        {values[0]?.name}
      </LinkAnchor>
    );
    return (
      <Text key={release} size="sm" c="dimmed">
        {names.length === 0 ? (
          <Trans>The release {link} has this entry too.</Trans>
        ) : (
          <Trans>
            The release {link} changes this too: {list.format(names)}
          </Trans>
        )}
      </Text>
    );
  });
}
