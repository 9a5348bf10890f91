/** The sections of the API reference: their order, and what each is about. Every tag of a route is one of them. */

const SECTIONS: Readonly<Record<string, string>> = {
  'Delivery and preview':
    'Where sites and apps read content, with a delivery key what is published, with a preview key the newest drafts. Filter, order and search entries, and follow their links, in any locale.',
  Files: 'Where the files of assets are fetched, by anyone who has their URL. Images come in any size and format.',
  Entries:
    'Where content is written: drafts are saved, compared, published and unpublished. Several entries can be changed by one request.',
  'Change sets':
    'Where changes of many entries are prepared together, then published, scheduled or undone as one. Until then, only those who ask for the set see them.',
  'Preview links':
    'Links by which people without an account see drafts: an entry, a page of a site, or what a change set contains. Each expires, and can be revoked at once.',
  'Saved views':
    'Lists of entries that people come back to: filters, search, order and columns under a name. A view is for oneself, or for all members.',
  Import:
    'Where content moves in from elsewhere, with its keys, links and dates. Sent again, a record that has not changed changes nothing.',
  'Export and import':
    'Where a whole space or an environment leaves as one file, and comes back. Both run in the background, and an export of the same content is the same, byte for byte.',
  Media:
    'Where images, documents and other files are uploaded and described. A new file gets a new URL, so that nothing old is shown.',
  AI: 'Where a language model helps to write: texts, translations of entries, summaries and descriptions. It works on text alone, and saves nothing unless the request says so.',
  'Content types':
    'The model: which fields an entry of a type has, and which values they take. A field with data is only removed if the request confirms it.',
  Migrations:
    'Which migrations of content, kept as code, were run in an environment. The program `lectern` runs them and notes it here.',
  Spaces:
    'A space holds the content of one project, apart from all others. Its environments, locales and keys belong to it.',
  Environments:
    'An environment is a copy of the model and content to try changes on. Every space starts with `master`.',
  Locales: 'The languages that content is written in. A locale can fall back to another where a text is missing.',
  'API keys':
    'Keys for programs: each reads published content, reads drafts, or manages the space. A token is shown once, when it is made or replaced.',
  Identity:
    'Where people sign up, log in and manage their sessions. An access token is good for 15 minutes and is renewed with a refresh token.',
  Accounts: 'An account owns spaces and has people as its members. What a member may do follows from their role.',
  'Single sign-on':
    'Log-in at an identity provider of the account, by OpenID Connect or SAML. Verified domains decide who is sent there.',
  Billing:
    'The plan of an account: what it may use, what it uses, and how it changes. Admins can see it, owners can change it.',
  Webhooks:
    'Signed messages to your own servers whenever content changes. The log shows every attempt, and each can be sent again.',
  Audit: 'Who changed what, and when. Records are sealed, so that nobody can alter them unseen.',
  Service:
    'The health of the service, and a description of its interface. Only the metrics need a token, which is their own.',
};

/** Parts of the document that have an address of their own, each with its sections. */
const PARTS = { content: ['Delivery and preview', 'Files'] } as const;

export type DocumentPart = keyof typeof PARTS;

/** The names of all parts. */
export const documentParts = Object.keys(PARTS) as DocumentPart[];

/** Whether a route with these tags belongs to a part. */
export function isIn(part: DocumentPart, tags: readonly string[]): boolean {
  return PARTS[part].some((section) => tags.includes(section));
}

/** The sections with at least one route, in their order; unknown ones come last. */
export function sectionsOf(tags: readonly string[]): { name: string; description?: string }[] {
  const used = new Set(tags);
  const known = Object.entries(SECTIONS).filter(([name]) => used.has(name));
  const unknown = [...used].filter((name) => !(name in SECTIONS));
  return [...known.map(([name, description]) => ({ name, description })), ...unknown.map((name) => ({ name }))];
}
