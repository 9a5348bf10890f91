/**
 * Where one can go inside an environment: the one list that the navigation, the settings and the palette show. A screen
 * without a row here is found by nobody, so a test compares the list with the routes.
 */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Permission } from '../../../contract/src/permissions.ts';
import { meQuery } from '../api/queries.ts';
import { CalendarIcon, ContentIcon, HomeIcon, MediaIcon, ModelIcon, ReleaseIcon, SettingsIcon } from '../ui/icons.ts';

/** What is said of a screen. */
interface Listed {
  /** Its route. */
  readonly to: string;
  readonly name: MessageDescriptor;
  /** Which list it stands in: that at the side, or those of the settings of a space, of its account, and of the person. */
  readonly list: 'side' | 'space' | 'account' | 'own';
  readonly icon?: ComponentType<{ readonly size: number; readonly 'aria-hidden': boolean }>;
  /** Without it the screen is not offered. */
  readonly permission?: Permission;
}

const places = [
  { to: '/spaces/$space/$environment', name: msg`Home`, list: 'side', icon: HomeIcon },
  { to: '/spaces/$space/$environment/content', name: msg`Content`, list: 'side', icon: ContentIcon },
  { to: '/spaces/$space/$environment/releases', name: msg`Releases`, list: 'side', icon: ReleaseIcon },
  { to: '/spaces/$space/$environment/calendar', name: msg`Calendar`, list: 'side', icon: CalendarIcon },
  { to: '/spaces/$space/$environment/media', name: msg`Media`, list: 'side', icon: MediaIcon },
  { to: '/spaces/$space/$environment/model', name: msg`Model`, list: 'side', icon: ModelIcon },
  { to: '/spaces/$space/$environment/settings', name: msg`Settings`, list: 'side', icon: SettingsIcon },
  { to: '/spaces/$space/$environment/settings/general', name: msg`General`, list: 'space' },
  { to: '/spaces/$space/$environment/settings/locales', name: msg`Languages`, list: 'space' },
  {
    to: '/spaces/$space/$environment/settings/keys',
    name: msg`API keys`,
    list: 'space',
    permission: 'api_key.read',
  },
  {
    to: '/spaces/$space/$environment/settings/webhooks',
    name: msg`Webhooks`,
    list: 'space',
    permission: 'webhook.read',
  },
  {
    to: '/spaces/$space/$environment/settings/requests',
    name: msg`Requests`,
    list: 'space',
    permission: 'api_key.read',
  },
  {
    to: '/spaces/$space/$environment/settings/preview-links',
    name: msg`Preview links`,
    list: 'space',
    permission: 'preview_link.read',
  },
  { to: '/spaces/$space/$environment/settings/environments', name: msg`Environments`, list: 'space' },
  {
    to: '/spaces/$space/$environment/settings/transfer',
    name: msg`Export and import`,
    list: 'space',
    permission: 'content.export',
  },
  { to: '/spaces/$space/$environment/settings/ai', name: msg`AI helpers`, list: 'space', permission: 'ai.use' },
  { to: '/spaces/$space/$environment/settings/account', name: msg`Account`, list: 'account' },
  { to: '/spaces/$space/$environment/settings/members', name: msg`Members`, list: 'account' },
  {
    to: '/spaces/$space/$environment/settings/single-sign-on',
    name: msg`Single sign-on`,
    list: 'account',
    permission: 'sso.manage',
  },
  {
    to: '/spaces/$space/$environment/settings/provisioning',
    name: msg`User provisioning`,
    list: 'account',
    permission: 'sso.manage',
  },
  {
    to: '/spaces/$space/$environment/settings/plan',
    name: msg`Plan and usage`,
    list: 'account',
    permission: 'billing.read',
  },
  {
    to: '/spaces/$space/$environment/settings/activity',
    name: msg`Activity`,
    list: 'account',
    permission: 'audit.read',
  },
  { to: '/profile', name: msg`My profile`, list: 'own' },
] as const satisfies readonly Listed[];

/** A screen that has a name of its own. */
export interface ScreenPlace extends Listed {
  readonly to: (typeof places)[number]['to'];
}

/** The places of some lists that the person may see, in their order. */
export function usePlaces(...lists: readonly ScreenPlace['list'][]): readonly ScreenPlace[] {
  const { permissions } = useSuspenseQuery(meQuery).data;
  return (places as readonly ScreenPlace[]).filter(
    ({ list, permission }) => lists.includes(list) && (permission === undefined || permissions.includes(permission)),
  );
}
