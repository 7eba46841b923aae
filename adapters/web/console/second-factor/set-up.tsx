// Setting up a second factor: the secret as QR code and text, the first code, and then the recovery codes.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState, type ReactElement } from 'react';
import type { SecondFactorOffer } from '../api/contract.js';
import { useSession } from '../session/session.js';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { FormFrame } from '../ui/form-frame.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';
import { checkSetUp, setUpRequestOf, type SetUpInput } from './code.js';
import { QrCode } from '../ui/qr-code.js';
import { setUpSecondFactor, useRefreshSession, useSecondFactorOffer } from './queries.js';

const empty: SetUpInput = { password: '', currentCode: '', code: '' };

/** The secret in groups of four, which are easier to type. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

interface SetUpProps {
  /** Called when the operator has saved the recovery codes. */
  readonly onDone: () => void;
  readonly onCancel?: (() => void) | undefined;
}

const Secret = ({ offer: { address, secret } }: { readonly offer: SecondFactorOffer }): ReactElement => (
  <div className="second-factor-secret">
    <QrCode text={address} label={t`QR code of the secret`} />
    <div className="stack tight">
      <p>
        <Trans>Scan the code with an authenticator app. Or enter this secret in the app:</Trans>
      </p>
      <p>
        <code className="secret-text">{grouped(secret)}</code>
      </p>
    </div>
  </div>
);

interface SetUpFormProps extends Pick<SetUpProps, 'onCancel'> {
  readonly offer: SecondFactorOffer;
  readonly onCodes: (codes: readonly string[]) => void;
}

const SetUpForm = ({ offer, onCodes, onCancel }: SetUpFormProps): ReactElement => {
  const { data: self } = useSession();
  const hasFactor = self?.secondFactor === 'on';
  const form = useFields({
    initial: empty,
    check: (input) => checkSetUp(input, hasFactor),
    send: async (input) => {
      onCodes(await setUpSecondFactor(setUpRequestOf(input, offer.secret, hasFactor)));
    },
  });
  return (
    <>
      <Secret offer={offer} />
      <FormFrame form={form} send={t`Turn on`} {...(onCancel && { onCancel })}>
        <TextField
          label={hasFactor ? t`Code that the new app shows` : t`Code that the app shows`}
          {...form.text('code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
        {hasFactor && (
          <TextField
            label={t`Code of your present app`}
            hint={t`The app that you used so far. One of your recovery codes works too.`}
            {...form.text('currentCode')}
            autoComplete="off"
          />
        )}
        <TextField
          label={t`Your password`}
          type="password"
          {...form.text('password')}
          autoComplete="current-password"
        />
      </FormFrame>
    </>
  );
};

const RecoveryCodes = ({ codes, onDone }: { readonly codes: readonly string[] } & SetUpProps): ReactElement => {
  const list = useRef<HTMLUListElement>(null);
  const select = (): void => {
    if (list.current !== null) window.getSelection()?.selectAllChildren(list.current);
  };
  return (
    <>
      <Notice kind="warn">
        <Trans>
          Save these recovery codes now: this is the only time they are shown. Each signs you in once, without your app.
        </Trans>
      </Notice>
      <ul ref={list} className="recovery-codes" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <CopyButton text={codes.join('\n')} select={select} autoFocus />
        <Button onPress={onDone}>
          <Trans>I have saved them</Trans>
        </Button>
      </div>
    </>
  );
};

/** Sets up a second factor, or replaces the present one. */
export const SetUpSecondFactor = ({ onDone, onCancel }: SetUpProps): ReactElement => {
  const [codes, setCodes] = useState<readonly string[]>();
  const refresh = useRefreshSession();
  const offer = useSecondFactorOffer(useId());
  const finish = (): void => {
    void refresh().then(onDone);
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={finish} />;
  return (
    <Loaded query={offer}>{(loaded) => <SetUpForm offer={loaded} onCodes={setCodes} onCancel={onCancel} />}</Loaded>
  );
};
