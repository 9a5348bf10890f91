/** The requests on single sign-on that are examples of the API reference. */
import { Actor } from '../client.ts';
import { startDnsServer, type TestDnsServer } from '../harness/dns-server.ts';
import { newCode } from '../identity/sso-stage.ts';
import type { Teller } from './teller.ts';

const connection = '/accounts/{account_id}/sso';
const domains = `${connection}/domains`;
const one = `${domains}/{domain}`;
const page = { limit: 1, skip: 0 };
const CONNECTION = {
  protocol: 'oidc',
  default_role: 'editor',
  role_claim: 'groups',
  role_mapping: { developers: 'developer' },
  oidc: { issuer: 'https://id.example.com', client_id: 'lectern', client_secret: 'seven-lanterns-at-sea' },
};

/** Tells everything about single sign-on of the demo's account, which has none before and after. */
export async function tellSso(teller: Teller): Promise<void> {
  const { demo, recorder, ids } = teller;
  const { owner: by } = demo;
  const path = { account_id: ids.account };
  const nobody = new Actor(demo.url, null);
  await recorder.tell(`POST ${connection}`, { by, path, body: CONNECTION });
  await recorder.tell(`GET ${connection}`, { by, path });
  await recorder.tell(`PATCH ${connection}`, { by, path, body: { default_role: 'author' } });
  await recorder.tell(`GET ${connection}/metadata`, { by: nobody, path });
  const dns = await startDnsServer();
  try {
    await tellDomains(teller, dns);
  } finally {
    dns.stop();
  }
  await recorder.tell('POST /auth/sso/discover', { by: nobody, body: { email: 'ann@example.com' } });
  const code = await newCode(demo.url, 'edith@example.com');
  await recorder.tell('POST /auth/sso/exchange', { by: nobody, body: { code } });
  await recorder.tell(`DELETE ${one}`, { by, path: { ...path, domain: 'example.com' } });
  await by.delete(`/accounts/${ids.account}/sso/domains/example.org`, 204);
  await recorder.tell(`DELETE ${connection}`, { by, path });
}

async function tellDomains({ demo: { owner: by }, recorder, ids }: Teller, dns: TestDnsServer): Promise<void> {
  const path = { account_id: ids.account };
  const proven = { ...path, domain: await provenDomain(by, ids.account, dns) };
  await recorder.tell(`POST ${domains}`, { by, path, body: { domain: 'example.com' } });
  await recorder.tell(`GET ${domains}`, { by, path, query: { limit: 1 }, each: { ...page, order: '-domain' } });
  await recorder.tell(`GET ${one}`, { by, path: proven });
  await recorder.tell(`POST ${one}/verify`, { by, path: proven, body: {} });
}

/** Adds a domain, and publishes its record. */
export async function provenDomain(owner: Actor, account: string, dns: TestDnsServer): Promise<string> {
  const domain = 'example.org';
  const added = await owner.post(`/accounts/${account}/sso/domains`, { domain }, 201);
  dns.records.set(added.string('record.name'), [added.string('record.value')]);
  return domain;
}
