/** The prefixes of tokens, and the plane each belongs to. */

/** Kinds of API keys; the kind is also the name of the plane the key belongs to. */
export const keyKinds = ['delivery', 'preview', 'management'] as const;

export type KeyKind = (typeof keyKinds)[number];

export const KEY_PREFIXES: Readonly<Record<KeyKind, string>> = {
  delivery: 'cms_del_',
  preview: 'cms_pre_',
  management: 'cms_mgm_',
};

export const REFRESH_PREFIX = 'cms_ref_';
export const INVITATION_PREFIX = 'cms_inv_';
export const RESET_PREFIX = 'cms_rst_';
export const CHALLENGE_PREFIX = 'cms_chl_';
export const SCIM_PREFIX = 'cms_scm_';
export const SSO_CODE_PREFIX = 'cms_sso_';
export const CALENDAR_PREFIX = 'cms_cal_';
export const PREVIEW_TOKEN_PREFIX = 'cms_pvw_';
export const PREVIEW_LINK_PREFIX = 'cms_pvl_';

const KEY_PREFIX_LENGTH = 8;
const LAST_CHARACTERS_SHOWN = 4;
const kindsByPrefix = new Map<string, KeyKind>(keyKinds.map((kind) => [KEY_PREFIXES[kind], kind]));

/** The kind of key that a token claims to be; undefined if it is not a key. */
export function keyKindOf(token: string): KeyKind | undefined {
  return kindsByPrefix.get(token.slice(0, KEY_PREFIX_LENGTH));
}

/** The end of a token, by which people recognise it. */
export function lastFourOf(token: string): string {
  return token.slice(-LAST_CHARACTERS_SHOWN);
}

/** A token as responses may show it, such as `cms_del_…a1b2`. */
export function shownToken(prefix: string, lastFour: string): string {
  return `${prefix}…${lastFour}`;
}
