/** At a value that the release changes: opened, it shows both values, and takes that of the release out. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sameJson } from '../../../../../contract/src/same-json.ts';
import { Compared } from '../../../fields/compared.tsx';
import { useDraft, useLevel, useOpenEntry } from '../../../fields/open-entry.tsx';
import { ShownValue } from '../../../fields/shown-value.tsx';
import type { MarkProperties } from '../../../fields/surroundings.tsx';
import { ReleaseIcon } from '../../../ui/icons.ts';
import { Button, Popover, Stack, Text, VisuallyHidden } from '../../../ui/index.ts';
import { ActionFailure } from '../action-failure.tsx';
import { type Ground, useGround } from './ground.ts';
import { useInRelease } from './in-release.ts';
import styles from './release.module.css';
import { useTakeOut } from './use-take-out.ts';

const ICON_SIZE = 12;
const WIDTH = 'min(360px, 92vw)';

/** Nothing inside of components, whose field says it. */
export function ReleaseMark(mark: MarkProperties): ReactNode {
  const { draft } = useOpenEntry();
  const { values } = useLevel();
  return values === draft && <ChangeMark {...mark} />;
}

/** Nothing where the release leaves the value as it is. */
function ChangeMark({ field, locale }: MarkProperties): ReactNode {
  const { draft } = useOpenEntry();
  const ground = useGround();
  const value = useDraft(draft, (now) => now.entry?.fields[field.id]?.[locale]);
  if (ground == null) return null;
  const before = ground.values[field.id]?.[locale];
  if (sameJson(before, value)) return null;
  return <OpenedMark field={field} locale={locale} ground={ground} before={before} value={value} />;
}

interface OpenedMarkProperties extends MarkProperties {
  readonly ground: Ground;
  readonly before: unknown;
  /** What the release has. */
  readonly value: unknown;
}

function OpenedMark({ field, locale, ground, before, value }: OpenedMarkProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Popover position="bottom-end" width={WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <Button
          className={styles.mark}
          variant="subtle"
          size="compact-xs"
          leftSection={<ReleaseIcon size={ICON_SIZE} aria-hidden />}
        >
          <Trans comment="Mark at a field whose value a release changes">In release</Trans>
          <VisuallyHidden>{t`: ${field.name} (${locale}), show both values`}</VisuallyHidden>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.values}>
        <Stack gap="sm">
          <div>
            <Text size="xs" fw={600}>
              {ground.isPublished ? <Trans>Readers see</Trans> : <Trans>The draft has</Trans>}
            </Text>
            {before === undefined ? (
              <Text size="sm" c="dimmed">
                <Trans comment="Stands for a value that is not there">Nothing</Trans>
              </Text>
            ) : (
              <ShownValue field={field} value={before} />
            )}
          </div>
          <div>
            <Text size="xs" fw={600}>
              <Trans>The release has</Trans>
            </Text>
            {value === undefined ? (
              <Text size="sm" c="dimmed">
                <Trans comment="Stands for a value that is not there">Nothing</Trans>
              </Text>
            ) : (
              <Compared field={field} before={before} after={value} />
            )}
          </div>
          <TakeOutValue field={field} locale={locale} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Nothing for who may not, and where the draft goes out as a whole. */
function TakeOutValue({ field, locale }: MarkProperties): ReactNode {
  const { draft } = useOpenEntry();
  const entry = useDraft(draft, (now) => now.entry);
  const mayWrite = useInRelease()?.mayWrite(entry) === true;
  const takeOut = useTakeOut();
  const removal = useMutation({ mutationFn: () => takeOut.value(draft, field, locale) });
  if (!mayWrite || entry?.change !== 'change') return null;
  return (
    <>
      <ActionFailure error={removal.error} onRead={() => removal.reset()} />
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'flex-start' }}
        loading={removal.isPending}
        onClick={() => removal.mutate()}
      >
        <Trans>Take out of the release</Trans>
      </Button>
    </>
  );
}
