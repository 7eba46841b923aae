// Access without a token: for no caller, for listed addresses, or for the whole LAN.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import type { AccessSettings } from '../api/contract.js';
import { Card } from '../ui/card.js';
import type { Option } from '../ui/option.js';
import { RadioChoice } from '../ui/radio-choice.js';
import { Notice } from '../ui/notice.js';
import { useNow } from '../ui/time.js';
import { ConcernList } from '../ui/concern-list.js';
import { concernTexts } from './concerns.js';
import { ListedDevices, type AccessFields } from './listed-devices.js';

type AccessOption = AccessSettings['accessWithoutToken'];

const options: readonly Option<AccessOption>[] = [
  { value: 'off', label: t`Off`, explanation: t`Every caller of /api/v2 except the host needs a device token.` },
  {
    value: 'listed',
    label: t`Listed devices`,
    explanation: t`Callers from the addresses below. Any device that takes over such an address has access too.`,
  },
  {
    value: 'whole_lan',
    label: t`Whole LAN`,
    explanation: t`Every private address: 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, fc00::/7 and fe80::/10.`,
  },
];

/** Returns the label of an option. */
export const accessOptionLabel = (option: AccessOption): string =>
  options.find(({ value }) => value === option)?.label ?? option;

/** Renders what should be checked before the listed entries are saved. */
const Concerns = ({ settings }: { readonly settings: AccessSettings }): ReactElement | null => {
  const concerns = concernTexts(settings, useNow());
  return concerns.length === 0 ? null : (
    <Notice kind="warn">
      <p>
        <Trans>Before you save:</Trans>
      </p>
      <ConcernList concerns={concerns} />
    </Notice>
  );
};

const warningOf = (settings: AccessSettings): string | undefined => {
  const { accessWithoutToken, listedDevices } = settings;
  if (accessWithoutToken === 'whole_lan')
    return t`Anyone on the studio’s network, including guests and their phones, can read and control every enabled feature.`;
  if (accessWithoutToken === 'listed' && listedDevices.length === 0)
    return t`The list is empty: no caller has access without a token yet.`;
  return undefined;
};

export const WithoutToken = (fields: AccessFields): ReactElement => {
  const { value, onChange, isDisabled } = fields;
  const warning = warningOf(value);
  return (
    <Card
      title={t`Access without a token`}
      explanation={t`Callers with this access can read and control every enabled feature.`}
    >
      <RadioChoice
        label={t`Callers without a token`}
        isLabelHidden
        value={value.accessWithoutToken}
        options={options}
        isDisabled={isDisabled}
        onChange={(accessWithoutToken) => {
          onChange({ ...value, accessWithoutToken });
        }}
      />
      {warning !== undefined && <Notice kind="warn">{warning}</Notice>}
      <Concerns settings={value} />
      {value.accessWithoutToken !== 'whole_lan' && <ListedDevices {...fields} />}
    </Card>
  );
};
