// Makes the secret of a webhook, and shows it until the form is left: its receiver needs it, too.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { KeyRound } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import type { SecretPlace } from '../../../../../domain/editing/secret-place.js';
import { Button } from '../../ui/button.js';
import { CopyField } from '../../ui/secret-dialog.js';
import { useStudioForm } from '../form-context.js';

const length = 32;

const randomSecret = (): string =>
  `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(length))))}`;

/** Renders the button and the secret. */
export const MadeSecret = ({ place }: { readonly place: SecretPlace }): ReactElement => {
  const { draft } = useStudioForm();
  const [made, setMade] = useState('');
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The panel that saves would cover it.
    shown.current?.scrollIntoView({ block: 'center' });
  }, [made]);
  const make = (): void => {
    const secret = randomSecret();
    setMade(secret);
    draft.setSecret({ ...place, secret });
  };
  return (
    <>
      <div>
        <Button icon={<KeyRound size={16} aria-hidden />} onPress={make}>
          <Trans>Make a secret</Trans>
        </Button>
      </div>
      {made !== '' && draft.hasSet(place, made) && (
        <div ref={shown}>
          <CopyField label={t`Secret for the receiver`} secret={made} />
          <p className="hint">
            <Trans>Give it to the receiver now: it can’t be read here once you leave this form.</Trans>
          </p>
        </div>
      )}
    </>
  );
};
