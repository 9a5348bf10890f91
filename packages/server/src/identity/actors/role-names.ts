/** The roles as pages and mails call them. */
import type { Role } from '../../../../contract/src/permissions.ts';
import type { Language } from '../../platform/kit/language.ts';

export const roleNames: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: { owner: 'owner', admin: 'admin', developer: 'developer', editor: 'editor', author: 'author', viewer: 'viewer' },
  de: {
    owner: 'Inhaber/in',
    admin: 'Administration',
    developer: 'Entwicklung',
    editor: 'Redaktion',
    author: 'Autor/in',
    viewer: 'Lesezugriff',
  },
};
