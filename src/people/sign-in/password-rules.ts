import { passwordTooWeak } from './errors.ts'

/**
 * The limits of a password's length in characters. Long passwords are safer than mixed ones, so there are no
 * composition rules. Passwords are never truncated or normalised.
 */
export const passwordLength = { minLength: 12, maxLength: 128 }

/** The most common passwords in attackers' lists that are at least 12 characters long. */
const worst = new Set([
  '012345678901',
  '123123123123',
  '1234567890-=',
  '12345678900987654321',
  '1234567890qw',
  '1234567890qwerty',
  '123456789123',
  '1234567891011',
  '123456789012',
  '1234567890123',
  '12345678901234567890',
  '1q2w3e4r5t6y',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc',
  '1qaz2wsx3edc4rfv',
  'administrator',
  'adminadminadmin',
  'changemechangeme',
  'changemenow!',
  'correcthorsebatterystaple',
  'iloveyouiloveyou',
  'letmeinletmein',
  'password1234',
  'password12345',
  'password123456',
  'passwordpassword',
  'qazwsxedcrfv',
  'qwerty123456',
  'qwertyqwerty',
  'qwertyuiop[]',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiop1234567890',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'йцукенгшщзхъ',
  'йцукенйцукен',
  'пароль123456',
])

/** Throws `password.too_weak` when the password is the login, is very common, or repeats one character. */
export function refuseWeak(password: string, login: string): void {
  const plain = password.toLowerCase()
  if (plain === login.toLowerCase()) throw passwordTooWeak('the password is the login', { field: 'password' })
  if (new Set(plain).size === 1)
    throw passwordTooWeak('the password repeats a single character; choose another', { field: 'password' })
  if (worst.has(plain))
    throw passwordTooWeak('this password is one of the most common ones; choose another', { field: 'password' })
}
