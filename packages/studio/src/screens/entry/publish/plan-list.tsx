/** What goes out when an entry is published: itself, and what it links to, to take along or to leave. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inWords } from '../../../api/problem.ts';
import type { PlanItem } from '../../../drafts/publishing.ts';
import { isStructured } from '../../../fields/blocks/blocks-in.ts';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { nameOfValue } from '../../../fields/name-of-value.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { StatusBadge } from '../../../fields/status-badge.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { Button, Checkbox, Group, Stack, Text, UnstyledButton } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import { canBePublished } from './plan.ts';

interface PlanListProperties {
  readonly items: readonly PlanItem[];
  /** Id of the entry that is published; null if all of it is published already. */
  readonly mine: string | null;
  /** Ids of those that are not taken along. */
  readonly left: ReadonlySet<string>;
  /** Why an entry cannot go out from this tab; null if it can. */
  blockOf(item: PlanItem): string | null;
  onLeft(left: ReadonlySet<string>): void;
  jump(field: string, locale: string, path?: string): void;
  /** Is called before another entry is opened. */
  onLeave(): void;
  /** Stands below the entry that is published. */
  readonly children: ReactNode;
}

export function PlanList({
  items,
  mine,
  left,
  blockOf,
  onLeft,
  jump,
  onLeave,
  children,
}: PlanListProperties): ReactNode {
  const own = items.filter(({ id }) => id === mine);
  const linked = items.filter(({ id }) => id !== mine);
  return (
    <Stack gap="xs">
      {own.map((item) => (
        <Item key={item.id} item={item} jump={jump} />
      ))}
      {own.length > 0 && children}
      {linked.length > 0 && (
        <Text size="sm" fw={600} mt="md">
          <Trans>Also publish these linked entries</Trans>
        </Text>
      )}
      {linked.map((item) => (
        <Item
          key={item.id}
          item={item}
          block={blockOf(item)}
          taken={!left.has(item.id)}
          onTaken={(taken) =>
            onLeft(taken ? new Set([...left].filter((id) => id !== item.id)) : new Set([...left, item.id]))
          }
          onLeave={onLeave}
        />
      ))}
    </Stack>
  );
}

interface ItemProperties {
  readonly item: PlanItem;
  /** Why it cannot go out from this tab. */
  readonly block?: string | null;
  /** Missing for the entry itself, which always goes out. */
  readonly taken?: boolean;
  onTaken?(taken: boolean): void;
  jump?(field: string, locale: string, path?: string): void;
  onLeave?(): void;
}

function Item({ item, block = null, taken, onTaken, jump, onLeave }: ItemProperties): ReactNode {
  const { t } = useLingui();
  const { types, openEntry } = useSurroundings();
  const type = types.find(({ api_id }) => api_id === item.content_type);
  const name = item.title ?? item.id;
  const isFree = canBePublished(item) && block === null;
  return (
    <div className={styles.planItem}>
      <Group gap="xs" wrap="nowrap">
        {taken === undefined ? (
          <Text size="sm" fw={600} dir="auto" flex={1}>
            {name}
          </Text>
        ) : (
          <Checkbox
            flex={1}
            label={<bdi>{name}</bdi>}
            checked={taken && isFree}
            disabled={!isFree}
            onChange={(event) => onTaken?.(event.currentTarget.checked)}
          />
        )}
        <Text size="xs" c="dimmed">
          {type?.name ?? item.content_type}
        </Text>
        <StatusBadge status={item.status} />
      </Group>
      <Problems item={item} {...(jump === undefined ? {} : { jump })} />
      {block !== null && (
        <Text size="xs" c="var(--failed)">
          {block}
        </Text>
      )}
      {jump === undefined && (
        <Button
          variant="subtle"
          size="compact-xs"
          mt={4}
          ml={24}
          aria-label={t`Open ${name}`}
          onClick={() => {
            onLeave?.();
            openEntry({ type: 'entry', id: item.id });
          }}
        >
          <Trans>Open</Trans>
        </Button>
      )}
    </div>
  );
}

interface ProblemsProperties {
  readonly item: PlanItem;
  jump?(field: string, locale: string, path?: string): void;
}

function Problems({ item, jump }: ProblemsProperties): ReactNode {
  const { t } = useLingui();
  const { draft, type } = useOpenEntry();
  const { types, locales } = useSurroundings();
  const fields = types.find(({ api_id }) => api_id === item.content_type)?.fields ?? [];
  if (item.status === 'archived')
    return (
      <Text size="xs" c="var(--failed)">
        <Trans>It is archived, so readers will not see it.</Trans>
      </Text>
    );
  return item.problems.map(inWords).map(({ path, rule, message }) => {
    const [, id, ...rest] = path.split('.');
    // Inside of a value, the locale is named last.
    const locale = rest.findLast((name) => locales.some(({ code }) => code === name)) ?? locales[0]?.code ?? '';
    const field = fields.find((one) => one.id === id);
    const isInside = jump !== undefined && field !== undefined && isStructured(field);
    const place = isInside ? innerPlaceOf(path, draft, { type, types, locales }) : { way: [] };
    const inside = innerNames(place, { types, locales }).join(' › ');
    const where = field === undefined ? path : nameOfValue(isInside ? { ...field, name: inside } : field, locale);
    const words = (
      <Text size="xs" c="var(--failed)" component="span">
        {where}: {message}
      </Text>
    );
    if (jump === undefined || id === undefined) return <div key={`${path} ${rule}`}>{words}</div>;
    return (
      <UnstyledButton
        key={`${path} ${rule}`}
        display="block"
        aria-label={t`Go to ${where}: ${message}`}
        onClick={() => jump(id, locale, path)}
      >
        {words}
      </UnstyledButton>
    );
  });
}
