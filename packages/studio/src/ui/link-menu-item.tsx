/** An item of a menu as a link of the router. Few menus lead anywhere, so it is not loaded with the other links. */
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Bare } from './links.tsx';

export const LinkMenuItem = createLink(
  (properties: MenuItemProps & Omit<Bare, keyof MenuItemProps>): ReactNode => (
    <Menu.Item component="a" {...properties} />
  ),
);
