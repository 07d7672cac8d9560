import { inviteForm, signInForm, signUpForm } from './user.ts';
import { long, testForms } from './form-cases.fixture.ts';

const signUp = { first_name: '', last_name: '', email: 'ada@example.com', password: 'secret' };

testForms([
  {
    form: 'sign-in',
    schema: signInForm,
    valid: { email: 'ada@example.com', password: 'x' },
    cases: [
      ['email', '', 'Email is required'],
      ['email', 'ada', 'Must be a valid email'],
      ['password', '', 'Password is required'],
    ],
  },
  {
    form: 'sign-up',
    schema: signUpForm,
    valid: signUp,
    cases: [
      ['email', '', 'Email is required'],
      ['password', '12345', 'Password must be at least 6 characters'],
      ['password', '123456', null],
      ['first_name', '', null],
      ['last_name', 'Lovelace', null],
      ['last_name', long(101), 'Name must be less than 100 characters'],
    ],
  },
  {
    form: 'invite',
    schema: inviteForm,
    valid: { email: 'ada@example.com', role: 'author' },
    cases: [
      ['email', '', 'Please enter an email address'],
      ['email', 'ada@', 'Must be a valid email'],
      ['role', 'owner', 'Invalid option: expected one of "admin"|"editor"|"author"|"viewer"'],
    ],
  },
]);
