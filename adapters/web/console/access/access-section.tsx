// The section Access: whether the API is on, and who gets in without a device token.
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import { AccessSettings as AccessRules, check } from '../api/rules.js';
import { onOff } from '../settings/difference.js';
import { SettingsSection, type Fields } from '../settings/section.js';
import type { SectionProps } from '../studio/sections.js';
import { Card } from '../ui/card.js';
import { Switch } from '../ui/switch.js';
import { tokenFreeName, WithoutToken } from './without-token.js';

/** By address, whatever the order; one that is listed again counts up, so that no entry hides another. */
const tellListed = ({ listedDevices }: AccessSettings): readonly (readonly [string, string])[] =>
  [...Map.groupBy(listedDevices, ({ address }) => address)].flatMap(([address, entries]) =>
    entries.map(({ label }, place) => {
      const again = place === 0 ? '' : ` (${String(place + 1)})`;
      return [`Listed ${address || 'without an address'}${again}`, label || 'without a label'] as const;
    }),
  );

const tell = (access: AccessSettings): ReadonlyMap<string, string> =>
  new Map([
    ['API enabled', onOff(access.apiEnabled)],
    ['Access without a token', tokenFreeName(access.accessWithoutToken)],
    ...tellListed(access),
    ['Allow legacy authorization', onOff(access.legacyAuthorization)],
  ]);

type Props = Fields<AccessSettings>;

const ApiEnabled = ({ value, onChange, isDisabled }: Props): ReactElement => (
  <Card title="The API as a whole">
    <Switch
      label="API enabled"
      isOn={value.apiEnabled}
      isDisabled={isDisabled}
      onChange={(apiEnabled) => {
        onChange({ ...value, apiEnabled });
      }}
      explanation={
        value.apiEnabled
          ? 'The studio’s API answers whoever is let in below, the devices on the list, and the host itself.'
          : 'Every call is refused, the host’s own and those with a valid token too. Only health, the description and the status pages answer.'
      }
    />
  </Card>
);

const Legacy = ({ value, onChange, isDisabled }: Props): ReactElement => (
  <Card title="Earlier generation of the API">
    <Switch
      label="Allow legacy authorization"
      isOn={value.legacyAuthorization}
      isDisabled={isDisabled}
      onChange={(legacyAuthorization) => {
        onChange({ ...value, legacyAuthorization });
      }}
      explanation={
        value.legacyAuthorization
          ? 'Opens the legacy routes, with full control there. From a private address any password is accepted: everybody on the studio’s network can use them. It never opens /api/v2.'
          : 'The legacy routes are closed to everybody. Older panels and apps that use them stop working.'
      }
    />
  </Card>
);

export const AccessSection = ({ studio }: SectionProps): ReactElement => (
  <SettingsSection studio={studio} section="access" tell={tell} check={(value) => check(AccessRules, value)}>
    {(fields) => (
      <>
        <ApiEnabled {...fields} />
        <WithoutToken {...fields} />
        <Legacy {...fields} />
      </>
    )}
  </SettingsSection>
);
