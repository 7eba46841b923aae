// Section Access: the API switch, access without a token, and legacy authorization.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import { AccessSettings as AccessRules, check } from '../api/rules.js';
import { onOff } from '../settings/difference.js';
import { SettingsSection, type SettingsFields } from '../settings/section.js';
import type { SectionProps } from '../studio/sections.js';
import { Card } from '../ui/card.js';
import { Notice } from '../ui/notice.js';
import { Switch } from '../ui/switch.js';
import { AssertionsCard } from './assertions-card.js';
import { newConcerns } from './concerns.js';
import { accessOptionLabel, WithoutToken } from './without-token.js';

/** Returns labels by address. Repeated addresses are numbered, so that each entry has its own key. */
const describeListed = ({ listedDevices }: AccessSettings): readonly (readonly [string, string])[] =>
  [...Map.groupBy(listedDevices, ({ address }) => address)].flatMap(([address, entries]) =>
    entries.map(({ label, expiresAt }, index) => {
      const [place, name] = [address || t`(no address)`, label || t`(no label)`];
      const setting = t`Allowed address ${place}`;
      return [
        index === 0 ? setting : `${setting} (${String(index + 1)})`,
        expiresAt === undefined ? name : t`${name}, until ${expiresAt}`,
      ] as const;
    }),
  );

const describe = (access: AccessSettings): ReadonlyMap<string, string> =>
  new Map([
    [t`API enabled`, onOff(access.apiEnabled)],
    [t`Access without a token`, accessOptionLabel(access.accessWithoutToken)],
    ...describeListed(access),
    [t`Allow legacy authorization`, onOff(access.legacyAuthorization)],
  ]);

type Props = SettingsFields<AccessSettings>;

const ApiEnabled = ({ value, onChange, isDisabled }: Props): ReactElement => (
  <Card title={t`API`}>
    <Switch
      label={t`API enabled`}
      isOn={value.apiEnabled}
      isDisabled={isDisabled}
      onChange={(apiEnabled) => {
        onChange({ ...value, apiEnabled });
      }}
      explanation={
        value.apiEnabled
          ? t`The API answers the studio’s host, devices with a token, and the callers that you allow below.`
          : t`All calls are refused, including calls from the host and calls with a valid token. Only health, the API description and the status pages still answer.`
      }
    />
  </Card>
);

const Legacy = ({ value, onChange, isDisabled }: Props): ReactElement => (
  <Card title={t`Legacy API`}>
    <Switch
      label={t`Allow legacy authorization`}
      isOn={value.legacyAuthorization}
      isDisabled={isDisabled}
      onChange={(legacyAuthorization) => {
        onChange({ ...value, legacyAuthorization });
      }}
      explanation={
        value.legacyAuthorization
          ? t`Older panels and apps may use the legacy routes, with full control. This does not open /api/v2.`
          : t`The legacy routes are closed. Older panels and apps that use them stop working.`
      }
    />
    {value.legacyAuthorization && (
      <Notice kind="warn">
        <Trans>
          Callers on private addresses get in as EXTERNAL_APP with any password, so everyone on the studio’s network can
          control the studio through the legacy routes.
        </Trans>
      </Notice>
    )}
  </Card>
);

export const AccessSection = ({ studio }: SectionProps): ReactElement => (
  <>
    <SettingsSection
      studio={studio}
      section="access"
      describe={describe}
      check={(value) => check(AccessRules, value)}
      concerns={(before, after) => newConcerns(before, after, Date.now())}
    >
      {(fields) => (
        <>
          <ApiEnabled {...fields} />
          <WithoutToken {...fields} studioId={studio.id} />
          <Legacy {...fields} />
        </>
      )}
    </SettingsSection>
    <AssertionsCard studioId={studio.id} />
  </>
);
