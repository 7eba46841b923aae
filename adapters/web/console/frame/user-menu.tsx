// Menu with the account, the colours and the language of the signed-in operator.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useLocation } from 'wouter';
import { languages } from '../../messages/i18n.js';
import { chooseLanguage, chosenLanguage } from '../../messages/language.js';
import type { SessionOperator } from '../api/contract.js';
import { rolesInWords } from '../operators/roles.js';
import { setColourScheme, useColourScheme, type ColourScheme } from './colour-scheme.js';

interface Choice<Id extends string> {
  readonly id: Id;
  readonly label: string;
}

interface ChoiceProps<Id extends string> {
  readonly title: string;
  readonly choices: readonly Choice<Id>[];
  readonly chosen: Id;
  readonly onChoose: (id: Id) => void;
}

/** A part of the menu of which one item is chosen. */
const ChoiceItems = <Id extends string>({ title, choices, chosen, onChoose }: ChoiceProps<Id>): ReactElement => (
  <MenuSection
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[chosen]}
    onSelectionChange={(keys) => {
      const next = choices.find(({ id }) => keys === 'all' || keys.has(id));
      if (next) onChoose(next.id);
    }}
  >
    <Header>{title}</Header>
    {choices.map(({ id, label }) => (
      <MenuItem key={id} id={id} className="menu-item">
        {label}
      </MenuItem>
    ))}
  </MenuSection>
);

const schemes: readonly Choice<ColourScheme>[] = [
  { id: 'auto', label: t`Automatic` },
  { id: 'light', label: t`Light` },
  { id: 'dark', label: t`Dark` },
];

/** Loads the page again. Its address may name a language, which would win. */
const reloadWithoutLanguage = (): void => {
  const address = new URL(location.href);
  address.searchParams.delete('language');
  history.replaceState(null, '', address);
  location.reload();
};

const followBrowser = 'browser';

/** Each language is named in itself. */
const languageChoices: readonly Choice<string>[] = [
  { id: followBrowser, label: t`Browser’s language` },
  ...languages.map((id) => ({ id, label: new Intl.DisplayNames(id, { type: 'language' }).of(id) ?? id })),
];

interface UserMenuProps {
  readonly operator: SessionOperator;
  readonly onSignOut: () => void;
}

/** Menu at the end of the navigation bar. */
export const UserMenu = ({ operator, onSignOut }: UserMenuProps): ReactElement => {
  const [, navigate] = useLocation();
  const role = rolesInWords(operator);
  return (
    <MenuTrigger>
      <Button className="button quiet user" aria-label={`${operator.username}, ${role}`}>
        <CircleUserRound size={20} aria-hidden />
        <span className="user-name">{operator.username}</span>
        <ChevronDown size={14} aria-hidden />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu className="menu">
          <MenuSection>
            <Header>
              {operator.username} · {role}
            </Header>
            <MenuItem
              className="menu-item"
              onAction={() => {
                navigate('/account');
              }}
            >
              <Trans>Your account</Trans>
            </MenuItem>
            <MenuItem className="menu-item" onAction={onSignOut}>
              <Trans>Sign out</Trans>
            </MenuItem>
          </MenuSection>
          <Separator className="separator" />
          <ChoiceItems title={t`Colours`} choices={schemes} chosen={useColourScheme()} onChoose={setColourScheme} />
          <Separator className="separator" />
          <ChoiceItems
            title={t`Language`}
            choices={languageChoices}
            chosen={languages.find((language) => language === chosenLanguage()) ?? followBrowser}
            onChoose={(language) => {
              chooseLanguage(language === followBrowser ? null : language);
              reloadWithoutLanguage();
            }}
          />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
