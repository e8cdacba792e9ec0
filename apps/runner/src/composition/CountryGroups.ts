/**
 * Groups of countries that a rule of the order desk may name instead of each country.
 */

/** The codes of the countries of a group, by its name. No country has such a name as its code. */
export const countryGroups: Readonly<Record<string, ReadonlyArray<string>>> = {
  EU: [
    "AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU", "IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL",
    "PT", "RO", "SE", "SI", "SK"
  ]
}

/** The countries that a code or the name of a group stands for, in upper case. */
export const countriesNamed = (name: string): ReadonlyArray<string> => {
  const code = name.toUpperCase()
  return Object.hasOwn(countryGroups, code) ? countryGroups[code]! : [code]
}
