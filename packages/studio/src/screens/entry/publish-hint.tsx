/** For whoever writes and may not publish: who can, and the link to send them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { leastRoles, type Role, roles } from '../../../../contract/src/permissions.ts';
import { membersQuery, meQuery } from '../../api/queries.ts';
import { shownName } from '../../frame/people.ts';
import { Button, CopyTextButton, Popover, Stack, Text } from '../../ui/index.ts';

const WIDTH = 280;
/** The most people that are named. */
const NAMES_MOST = 4;

export function PublishHint(): ReactNode {
  return (
    <Popover position="bottom-end" width={WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          <Trans>Who can publish?</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <WhoPublishes />
      </Popover.Dropdown>
    </Popover>
  );
}

/** The same without a button before it. */
export function WhoPublishes(): ReactNode {
  const { i18n } = useLingui();
  const names = usePublishers();
  const list = new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names);
  return (
    <Stack gap="xs">
      <Text size="sm">
        {list === '' ? (
          <Trans>
            You can write this entry, but not publish it. Editors and admins can: send one of them the link.
          </Trans>
        ) : (
          <Trans comment="The names are a list such as: Ada, Ben or Eve">
            You can write this entry, but not publish it. Send the link to somebody who can: {list}.
          </Trans>
        )}
      </Text>
      <CopyTextButton value={location.href} copiedWords={<Trans>Link copied</Trans>} data-autofocus>
        <Trans>Copy link</Trans>
      </CopyTextButton>
    </Stack>
  );
}

/** The names of some who may publish; none as long as the members are not known. */
function usePublishers(): readonly string[] {
  const { account } = useSuspenseQuery(meQuery).data;
  const members = useQuery(membersQuery(account.id)).data ?? [];
  const least = roles.indexOf(leastRoles['entry.publish']);
  return members
    .filter(({ role }) => roles.indexOf(role as Role) >= least)
    .slice(0, NAMES_MOST)
    .map(shownName);
}
