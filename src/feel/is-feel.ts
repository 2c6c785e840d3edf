/** Whether a language is FEEL, by its name or by its address in one of the versions of DMN. */
export const isFeel = (language: string): boolean => /(^|[/:#])feel([/#]|$)|\/FEEL\/\d{8}\/?$/i.test(language)
