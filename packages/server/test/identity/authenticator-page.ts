/**
 * A page in a real Chromium with a virtual authenticator, through which a test makes and uses passkeys as a person would.
 * The page is empty and served by the test: what matters is its origin.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';

/** A credential as the virtual authenticator keeps it. */
export interface HeldCredential {
  readonly credentialId: string;
  readonly signCount: number;
  readonly isResidentCredential: boolean;
}

/** What `toJSON()` of a credential returns. */
export type SentCredential = Record<string, unknown> & { readonly id: string; readonly response: object };

export class AuthenticatorPage {
  readonly #page: Page;
  readonly #devtools: CDPSession;
  readonly #authenticatorId: string;

  constructor(page: Page, devtools: CDPSession, authenticatorId: string) {
    this.#page = page;
    this.#devtools = devtools;
    this.#authenticatorId = authenticatorId;
  }

  /** Opens a page of that origin, with an authenticator of its own that holds nothing. */
  static async open(browser: Browser, origin: string): Promise<AuthenticatorPage> {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await page.goto(origin);
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new AuthenticatorPage(page, devtools, authenticatorId);
  }

  /** Moves to a page of another origin; the authenticator stays. */
  async goTo(origin: string): Promise<void> {
    await this.#page.goto(origin);
  }

  /** Makes a passkey. */
  create(options: unknown): Promise<SentCredential> {
    return this.#page.evaluate(`(${CREATE})(${JSON.stringify(options)})`);
  }

  /** Uses a passkey. */
  get(options: unknown): Promise<SentCredential> {
    return this.#page.evaluate(`(${GET})(${JSON.stringify(options)})`);
  }

  async credentials(): Promise<HeldCredential[]> {
    const { credentials } = await this.#devtools.send('WebAuthn.getCredentials', this.#id);
    return credentials;
  }

  /** Puts a copy of the credential in its place whose counter stands elsewhere. */
  async copyWithCounter(signCount: number): Promise<void> {
    const { credentials } = await this.#devtools.send('WebAuthn.getCredentials', this.#id);
    for (const credential of credentials) {
      await this.#devtools.send('WebAuthn.removeCredential', {
        ...this.#id,
        credentialId: credential.credentialId,
      });
      await this.#devtools.send('WebAuthn.addCredential', { ...this.#id, credential: { ...credential, signCount } });
    }
  }

  /** Whether the authenticator recognises its person from here on. */
  async setVerified(isUserVerified: boolean): Promise<void> {
    await this.#devtools.send('WebAuthn.setUserVerified', { ...this.#id, isUserVerified });
  }

  async close(): Promise<void> {
    await this.#page.context().close();
  }

  get #id() {
    return { authenticatorId: this.#authenticatorId };
  }
}

/** Run in the page, whose types TypeScript does not know here. */
const CREATE = `async (options) => (await navigator.credentials.create({
  publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
})).toJSON()`;
const GET = `async (options) => (await navigator.credentials.get({
  publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
})).toJSON()`;
