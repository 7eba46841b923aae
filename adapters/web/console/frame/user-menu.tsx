// Menu with the account and the display settings of the signed-in operator.
import { ChevronDown, CircleUserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from 'react-aria-components';
import { useLocation } from 'wouter';
import type { SessionOperator } from '../api/contract.js';
import { rolesInWords } from '../operators/roles.js';
import { setColourScheme, useColourScheme, type ColourScheme } from './colour-scheme.js';

const schemes: readonly { readonly id: ColourScheme; readonly label: string }[] = [
  { id: 'auto', label: 'Automatic' },
  { id: 'light', label: 'Light' },
  { id: 'dark', label: 'Dark' },
];

const SchemeItems = (): ReactElement => {
  const scheme = useColourScheme();
  return (
    <MenuSection
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[scheme]}
      onSelectionChange={(chosen) => {
        const next = schemes.find(({ id }) => chosen === 'all' || chosen.has(id));
        if (next) setColourScheme(next.id);
      }}
    >
      <Header>Colours</Header>
      {schemes.map(({ id, label }) => (
        <MenuItem key={id} id={id} className="menu-item">
          {label}
        </MenuItem>
      ))}
    </MenuSection>
  );
};

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
              Your account
            </MenuItem>
            <MenuItem className="menu-item" onAction={onSignOut}>
              Sign out
            </MenuItem>
          </MenuSection>
          <Separator className="separator" />
          <SchemeItems />
        </Menu>
      </Popover>
    </MenuTrigger>
  );
};
