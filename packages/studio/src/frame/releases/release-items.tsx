/** The drafts and the releases that the person can work in, as items of a menu. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { releasesToWorkInQuery } from '../../api/releases.ts';
import { loadWords } from '../../languages/languages.ts';
import { CheckIcon, EditIcon, ReleaseIcon } from '../../ui/icons.ts';
import { Menu } from '../../ui/index.ts';
import { Pending } from '../pending.tsx';
import { usePlace, useRelease } from '../use-place.ts';
import { useGoToRelease } from './use-go-to-release.ts';

const ICON_SIZE = 14;
const WAITING_HEIGHT = 32;

export async function loadReleaseItems(): Promise<ComponentType> {
  await loadWords('releases');
  return ReleaseItems;
}

function ReleaseItems(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const here = useRelease();
  const goTo = useGoToRelease();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(releasesToWorkInQuery(place));
  const check = <CheckIcon size={ICON_SIZE} aria-label={t`You are here`} />;
  return (
    <>
      <Menu.Label>
        <Trans comment="Heading over the drafts and the releases that one can work in">Work in</Trans>
      </Menu.Label>
      <Menu.Item
        leftSection={<EditIcon size={ICON_SIZE} aria-hidden />}
        rightSection={here === undefined ? check : null}
        onClick={() => goTo(undefined)}
      >
        <Trans>Drafts</Trans>
      </Menu.Item>
      {data?.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<ReleaseIcon size={ICON_SIZE} aria-hidden />}
          rightSection={here === id ? check : null}
          onClick={() => goTo(id)}
        >
          <bdi>{name}</bdi>
        </Menu.Item>
      ))}
      {data === undefined && <Pending error={error} again={() => void refetch()} height={WAITING_HEIGHT} />}
      <Menu.Divider />
      <Menu.Item onClick={() => void navigate({ to: '/spaces/$space/$environment/releases', params: place })}>
        <Trans>All releases</Trans>
      </Menu.Item>
    </>
  );
}
