/** The library's links and buttons as links of the router: typed addresses, and no reload. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  NavLink,
  type NavLinkProps,
  UnstyledButton,
  type UnstyledButtonProps,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode, Ref } from 'react';

/** What a link of the router gives to the element that it is. */
export type Bare = Omit<ComponentProps<'a'>, keyof AnchorProps | 'ref'> & { readonly ref?: Ref<HTMLAnchorElement> };

export const LinkAnchor = createLink((properties: AnchorProps & Bare): ReactNode => <Anchor {...properties} />);

export const LinkButton = createLink(
  (properties: ButtonProps & Omit<Bare, keyof ButtonProps>): ReactNode => <Button component="a" {...properties} />,
);

export const LinkNav = createLink(
  (properties: NavLinkProps & Omit<Bare, keyof NavLinkProps>): ReactNode => <NavLink component="a" {...properties} />,
);

/** Anything that is a link as a whole. */
export const LinkTile = createLink(
  (properties: UnstyledButtonProps & Omit<Bare, keyof UnstyledButtonProps>): ReactNode => (
    <UnstyledButton component="a" {...properties} />
  ),
);
