/** Single sign-on set up in Studio against a real provider: tested before it is required, and wrong values that lock nobody out. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { Provider } from '../../../server/test/identity/scim/provider.ts';
import { redirectUriOf } from '../../../server/test/identity/sso-log-in.ts';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import { viewsInTurn } from '../../../server/test/pages/views.ts';
import { joinAs, PASSWORD } from '../../../testing/src/given.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import {
  newKeyPair,
  type SamlPerson,
  startSamlProvider,
  type TestSamlProvider,
} from '../../../testing/src/servers/saml-provider.ts';
import type { FilledCase, FilledScene } from '../harness/filled-space.ts';
import { keepForGuide } from '../harness/guide-pictures.ts';
import { Keyboard } from '../harness/hands.ts';

export function singleSignOnCases(it: FilledCase): void {
  const settings = (scene: FilledScene, name = 'single-sign-on') => scene.show(`${scene.path}/settings/${name}`);
  const withProvider = async (scene: FilledScene, run: (provider: TestOpenIdProvider) => Promise<void>) => {
    const provider = await startOpenIdProvider(redirectUriOf(scene.url));
    const { email } = scene.given.member;
    provider.people.set('ada', { email, email_verified: true, name: 'Ada Lovelace', groups: ['writers'] });
    try {
      await run(provider);
    } finally {
      await provider.stop();
    }
  };
  const press = async (button: Locator) => {
    await button.focus();
    await button.press('Enter');
  };
  const named = (page: Page, name: string) => page.getByRole('textbox', { name });
  const write = async (box: Locator, text: string) => {
    await box.focus();
    await box.fill('');
    await box.pressSequentially(text);
  };
  /** Begins a test by keyboard. @returns the window of the provider */
  const testing = async (page: Page, button: string) => {
    const opened = page.context().waitForEvent('page');
    await press(page.getByRole('button', { name: button }));
    return opened;
  };

  it('is tried with a wrong secret, mended, tested, required and changed by keyboard, and locks nobody out', async (scene) => {
    await withProvider(scene, async (provider) => {
      const { member, owner } = scene.given;
      const colleague = await joinAs(member, 'editor');
      const sso = `/accounts/${member.accountId}/sso`;
      const page = await settings(scene);
      await page.getByText(redirectUriOf(scene.url)).waitFor();
      await write(named(page, 'Issuer'), 'http://10.0.0.1');
      await write(named(page, 'Client ID'), provider.settings.client_id);
      await write(page.getByLabel('Client secret'), 'a wrong one');
      await page.getByLabel('Client secret').press('Enter');
      // What the server refuses stands at its input.
      await page.locator('[name="oidc.issuer"][aria-invalid=true]').waitFor();
      await write(named(page, 'Issuer'), provider.issuer);
      await named(page, 'Issuer').press('Enter');
      await page.getByText('One is stored.').waitFor();

      const refused = await testing(page, 'Start test log-in');
      await refused.getByPlaceholder('Enter any login').fill('ada');
      await refused.getByPlaceholder('and password').fill('any');
      await refused.getByRole('button').click();
      await refused.getByRole('button', { name: 'Continue' }).click();
      await refused.getByText('nobody is locked out').waitFor();
      await page.getByText('The provider refused the client ID or the secret.').waitFor();
      assert.ok(await page.getByRole('button', { name: 'Require single sign-on…' }).isDisabled());

      await write(page.getByLabel('Client secret'), provider.settings.client_secret);
      await write(named(page, 'Claim with groups or roles'), 'groups');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await page.getByText('The values were changed after this test').waitFor();
      const accepted = await testing(page, 'Test again');
      await accepted.getByRole('heading', { name: 'The test log-in succeeded' }).waitFor();
      await page.getByText(`You would be logged in as Ada Lovelace (${member.email}).`).waitFor();
      await page.getByText('Owners stay owners, whatever').waitFor();

      await page.evaluate(`[...document.querySelectorAll('[role=alert]')].at(-1).scrollIntoView({ block: 'center' })`);
      await keepForGuide(page, 'single-sign-on-tested');
      await requireAccessible(page, 'single-sign-on-tested', viewsInTurn(0));
      await page.getByText('First choose an owner').waitFor();
      await page.getByRole('checkbox', { name: new RegExp(member.email) }).press('Space');
      await page.getByText('First choose an owner').waitFor({ state: 'hidden' });
      await press(page.getByRole('button', { name: 'Require single sign-on…' }));
      const dialog = page.getByRole('dialog', { name: 'Require single sign-on?' });
      await dialog.getByText(new RegExp(`if the provider fails: .*${member.email}`)).waitFor();
      await requireAccessible(page, 'single-sign-on-require', viewsInTurn(1));
      await press(dialog.getByRole('button', { name: 'Require' }));
      await page.getByText('Single sign-on is required.', { exact: true }).waitFor();
      await colleague.actor.get('/spaces', 428);
      await owner.get('/spaces', 200);
      assert.ok(await page.getByRole('checkbox', { name: new RegExp(member.email) }).isDisabled());

      await write(page.getByLabel('Client secret'), 'wrong again');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      const question = page.getByRole('dialog', { name: 'Save these changes?' });
      await question.getByText('saving makes it optional').waitFor();
      await press(question.getByRole('button', { name: 'Save' }));
      await page.getByText('First a test log-in has to succeed').waitFor();
      assert.equal((await owner.get(sso, 200)).at('required'), false);
      await colleague.actor.get('/spaces', 200);
    });
  });

  it('is set up with a SAML provider by keyboard: copied, pasted, tested with their own log-in, and required', async (scene) => {
    const { member } = scene.given;
    const colleague = await joinAs(member, 'editor');
    await using provider = await samlProviderOf({ id: 'ada-at-work', email: member.email, name: 'Ada Lovelace' });
    const { idp_entity_id: entityId, sso_url: ssoUrl, certificate } = provider.settings;
    const page = await settings(scene);
    const hand = new Keyboard(page);
    await hand.press(page.getByRole('radio', { name: 'SAML 2.0' }));
    await page.getByText('Reply URL (ACS)').first().waitFor();
    await hand.write(named(page, 'Metadata of the provider'), metadataOf({ entityId, ssoUrl, certificate }));
    await hand.press(page.getByRole('button', { name: 'Save', exact: true }));
    const opened = page.context().waitForEvent('page');
    await hand.press(page.getByRole('button', { name: 'Start test log-in' }));
    const provided = await opened;
    await new Keyboard(provided).press(provided.getByRole('button', { name: `Log in as ${member.email}` }));
    await provided.getByRole('heading', { name: 'The test log-in succeeded' }).waitFor();
    await page.getByText(`You would be logged in as Ada Lovelace (${member.email}).`).waitFor();
    await hand.press(page.getByRole('checkbox', { name: new RegExp(member.email) }));
    await hand.press(page.getByRole('button', { name: 'Require single sign-on…' }));
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Require' }));
    await page.getByText('Single sign-on is required.', { exact: true }).waitFor();
    await requireAccessible(page, 'single-sign-on-saml-required', viewsInTurn(0));

    // Whoever comes with a password is sent on to the provider, and is logged in there.
    provider.person = { id: 'grace-at-work', email: colleague.email };
    const theirs = await scene.show('/login', await scene.visitor());
    const they = new Keyboard(theirs);
    await they.write(named(theirs, 'E-mail address'), colleague.email);
    await they.write(named(theirs, 'Password'), PASSWORD);
    await theirs.keyboard.press('Enter');
    await they.press(theirs.getByRole('button', { name: `Log in as ${colleague.email}` }));
    await theirs.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('fills in what the metadata of a SAML provider says, adds a domain, and gives a group its role', async (scene) => {
    const { member, owner } = scene.given;
    const page = await settings(scene);
    await page.getByText('SAML 2.0').click();
    const addresses = { entityId: 'https://id.example.com/e', ssoUrl: 'https://id.example.com/sso' };
    const metadata = metadataOf({ ...addresses, certificate: newKeyPair().cert });
    await named(page, 'Metadata of the provider').fill('<html/>');
    await page.getByText('This is not the metadata of a SAML provider.').waitFor();
    await named(page, 'Metadata of the provider').fill(metadata);
    assert.equal(await named(page, 'Log-in address').inputValue(), 'https://id.example.com/sso');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Start test log-in' }).waitFor();
    const saved = await owner.get(`/accounts/${member.accountId}/sso`, 200);
    assert.deepEqual([saved.at('protocol'), saved.at('saml.idp_entity_id')], ['saml', 'https://id.example.com/e']);

    await page.getByRole('button', { name: 'Add a domain' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Domain' }).fill('harbour.example');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'harbour.example' }).getByText('_lectern.harbour.example').waitFor();

    await page.goto(`${scene.url}/studio${scene.path}/settings/provisioning`);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Okta');
    await page.getByRole('button', { name: 'Create token' }).click();
    const token = String(await page.getByLabel('Token for the provider').last().textContent());
    await new Provider(scene.url, token).addGroup('Writers');
    await page.reload();
    await page
      .getByRole('row', { name: /Writers/ })
      .getByRole('button', { name: 'Change role' })
      .click();
    const box = page.getByRole('dialog').getByRole('combobox', { name: 'Role' });
    await box.click();
    await page.getByRole('option', { name: /^Editor/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: /^Editor/ }).waitFor();
  });
}

/** A provider that stops with its case. */
async function samlProviderOf(person: SamlPerson): Promise<TestSamlProvider & AsyncDisposable> {
  const provider = await startSamlProvider(person);
  return Object.assign(provider, { [Symbol.asyncDispose]: provider.stop });
}

/** What a provider says of itself. @param provider with its certificate in PEM */
function metadataOf(provider: { readonly entityId: string; readonly ssoUrl: string; readonly certificate: string }) {
  const base64 = provider.certificate.replaceAll(/-----[^-]+-----/g, '');
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${provider.entityId}">
    <IDPSSODescriptor><KeyDescriptor use="signing"><KeyInfo><X509Certificate>${base64}</X509Certificate></KeyInfo></KeyDescriptor>
    <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${provider.ssoUrl}"/>
    </IDPSSODescriptor></EntityDescriptor>`;
}
