// Composes what operators sign in with beside passwords: an identity provider, and second factors.
import { oneTimeCodes } from '../../adapters/node/one-time-codes.js';
import { secretBox } from '../../adapters/node/secret-box.js';
import { oidcProvider } from '../../adapters/oidc/identity-provider.js';
import { callbackPath } from '../../application/console/endpoints/provider-sign-in.js';
import type { ProviderSettings } from '../../application/console/sign-in/provider-sign-in.js';
import type { SecondFactorSettings } from '../../application/console/sign-in/second-factor-settings.js';
import type { ConsoleServices } from '../../application/console/console-services.js';
import type { SecretBox } from '../../application/ports/second-factors.js';
import { usableSecretFile } from '../machine/data-folder.js';
import type { Settings } from '../settings/settings.js';
import { StartupError } from '../machine/startup-errors.js';

/** The settings that mean nothing without an issuer. */
const dependents = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPE',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLES',
] as const;

const missing = (name: keyof Settings, other: string): StartupError =>
  new StartupError(`${name}: expected a value, because ${other} is set`);

const needed = <A>(name: keyof Settings, other: string, value: A | undefined): A => {
  if (value === undefined) throw missing(name, other);
  return value;
};

/** Returns the provider that is configured; undefined for none. Throws a `StartupError` if its settings are incomplete. */
export const configuredProvider = (
  settings: Settings,
  ports: Pick<ConsoleServices, 'clock' | 'log'>,
): ProviderSettings | undefined => {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_NAME, OIDC_SCOPE, OIDC_ROLE_CLAIM, OIDC_ROLES } = settings;
  if (issuer === undefined) {
    const dependent = dependents.find((name) => settings[name] !== undefined);
    if (dependent !== undefined) throw missing('OIDC_ISSUER', dependent);
    return undefined;
  }
  const publicUrl = needed('CONSOLE_PUBLIC_URL', 'OIDC_ISSUER', settings.CONSOLE_PUBLIC_URL);
  const provider = oidcProvider(
    {
      name: OIDC_NAME ?? issuer.host,
      issuer,
      clientId: needed('OIDC_CLIENT_ID', 'OIDC_ISSUER', OIDC_CLIENT_ID),
      clientSecret: settings.OIDC_CLIENT_SECRET,
      redirectUrl: publicUrl + callbackPath,
      scope: OIDC_SCOPE ?? 'openid profile email',
      roleClaim: OIDC_ROLE_CLAIM ?? 'groups',
    },
    ports,
  );
  return { provider, roleRules: OIDC_ROLES ?? null, publicUrl };
};

/** Reads the key of an embedded database, or creates it. */
const ownBox = async ({ DATA_DIR }: Settings, generate: () => string): Promise<SecretBox> => {
  const file = usableSecretFile(DATA_DIR, 'second-factor-key');
  const before = await file.read();
  const key = before ?? generate();
  if (before === undefined) await file.write(key);
  return secretBox(key);
};

/** Logs how many second factors the present key doesn't open: their operators can't sign in (START-22). */
export const checkSecondFactors = async ({
  store,
  secondFactors: { box },
  log,
}: Pick<ConsoleServices, 'store' | 'secondFactors' | 'log'>): Promise<void> => {
  const sealed = (await store.operators()).flatMap(({ secondFactor }) => secondFactor?.sealedSecret ?? []);
  const lost = sealed.filter((secret) => box?.open(secret) === undefined).length;
  if (lost > 0)
    log.error(
      'second factors of operators can not be read with the present key: restore SECOND_FACTOR_KEY, or second-factor-key in DATA_DIR; ' +
        'until then these operators can not sign in',
      { operators: lost },
    );
};

/**
 * Returns what second factors need. Their secrets are encrypted with `SECOND_FACTOR_KEY`. Without one, an embedded database
 * has a key in `DATA_DIR`; consoles that share a database have none, so that no second factor can be set up.
 */
export const configuredSecondFactors = async (
  settings: Settings,
  { secrets }: Pick<ConsoleServices, 'secrets'>,
): Promise<SecondFactorSettings> => {
  const { REQUIRE_SECOND_FACTOR: policy, SECOND_FACTOR_KEY: key, DATABASE_URL } = settings;
  if (key !== undefined) return { policy, codes: oneTimeCodes, box: secretBox(key) };
  if (DATABASE_URL === undefined)
    return { policy, codes: oneTimeCodes, box: await ownBox(settings, secrets.sessionKey) };
  if (policy !== 'off')
    throw new StartupError(
      'SECOND_FACTOR_KEY: expected a key, because REQUIRE_SECOND_FACTOR and DATABASE_URL are set; give all consoles of ' +
        'this database the same',
    );
  return { policy, codes: oneTimeCodes, box: undefined };
};
